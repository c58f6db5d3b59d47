// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/device_tool.h"

#include "widgets/canvas/edits/free_place.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"

#include <QGuiApplication>
#include <QStyleHints>

#include <algorithm>

namespace roofrack {
namespace {

bool is_slotted(const Diagram& drawing, const std::string& id) {
    const DrawnElement* drawn = drawing.find(id);
    return drawn && drawn->id != id;
}

/// The box as it is drawn outside of a rack.
DrawnElement drawn_alone(Element element, const Catalog& catalog) {
    Cluster alone;
    element.parent.clear();
    element.position = {8, 8};
    alone.elements.push_back(std::move(element));
    const Diagram drawing = Diagram::make(alone, catalog);
    return drawing.elements().empty() ? DrawnElement() : drawing.elements().front();
}

} // namespace

DeviceTool::DeviceTool(ToolContext& context, const ToolEvent& press, std::string grabbed)
    : Tool(context)
    , m_start_view(press.view) {
    const Selection& selection = context.document().selection();
    if (selection.contains(grabbed))
        std::copy_if(selection.ids().begin(), selection.ids().end(), std::back_inserter(m_ids),
                     [&](const std::string& id) { return is_slotted(context.drawing(), id); });
    else
        m_ids = {std::move(grabbed)};
}

void DeviceTool::begin() {
    const Document& document = m_context.document();
    const Element* element = document.cluster().find(m_ids.front());
    if (!element) return;
    m_ghost = DropGhost{
        .drawn = drawn_alone(*element, document.catalog()), .landing = {}, .text = {}, .pointer = {}};
    if (m_ids.size() > 1) m_ghost->drawn.title = held_text(document.cluster(), document.catalog(), m_ids);
}

void DeviceTool::move(const ToolEvent& event) {
    const Document& document = m_context.document();
    if (!m_ghost) {
        const double distance = (event.view - m_start_view).manhattanLength();
        if (distance < QGuiApplication::styleHints()->startDragDistance() || document.is_read_only()) return;
        begin();
        if (!m_ghost) return;
    }
    const Cluster& cluster = document.cluster();
    QRectF& frame = m_ghost->drawn.rect;
    frame.moveCenter(event.scene);
    if (!event.modifiers.testFlag(Qt::AltModifier)) frame.moveTopLeft(to_grid(frame.topLeft()));
    m_ghost->pointer = event.scene;
    const Element* element = cluster.find(m_ids.front());
    m_ghost->landing = landing_at(cluster, m_context.drawing(), m_ghost->drawn.kind, event.scene);
    const Element* into = cluster.find(m_ghost->landing.container);
    const Element* from = element ? cluster.find(element->parent) : nullptr;
    const QString held = held_text(cluster, document.catalog(), m_ids);
    if (!m_ghost->landing.is_legal())
        m_ghost->text = m_ghost->landing.problem;
    else if (into && element && into->id == element->parent)
        m_ghost->text = Document::tr("%1 stays in %2").arg(held, title_of(*into));
    else if (into)
        m_ghost->text = Document::tr("%1 into %2").arg(held, title_of(*into));
    else
        m_ghost->text = Document::tr("%1 out of %2").arg(held, from ? title_of(*from) : QString());
    m_context.viewport()->update();
}

/// Where they stand on the ground, each beside the one before.
Diagram::Positions DeviceTool::places(const std::string& into) const {
    const Document& document = m_context.document();
    Diagram::Positions positions;
    if (m_context.drawing().is_automatic()) positions = m_context.drawing().positions();
    const Element* container = document.cluster().find(into);
    if (container && container->kind == ElementKind::rack) return positions;
    FreePlace free(document.cluster(), m_context.drawing(), m_context.visible_area());
    QRectF wanted = m_ghost->drawn.rect;
    for (const std::string& id : m_ids) {
        const Element* element = document.cluster().find(id);
        if (!element) continue;
        DrawnElement drawn = drawn_alone(*element, document.catalog());
        drawn.rect.moveTopLeft(wanted.topLeft());
        if (id != m_ids.front()) drawn.rect = free.near(drawn.rect, drawn.kind, drawn.count, into);
        free.add(drawn, into);
        positions[id] = {drawn.rect.x(), drawn.rect.y()};
        wanted = drawn.rect;
    }
    return positions;
}

void DeviceTool::release(const ToolEvent& event) {
    if (!m_ghost) return; // a click
    move(event);
    Document& document = m_context.document();
    const Landing landing = m_ghost->landing;
    std::vector<std::string> moved;
    for (const std::string& id : m_ids)
        if (const Element* element = document.cluster().find(id);
            element && element->parent != landing.container)
            moved.push_back(id);
    if (!landing.is_legal()) {
        m_context.say(landing.problem);
    } else if (!moved.empty()) {
        const auto positions = places(landing.container);
        m_context.hold_view();
        perform_move(document, positions, moved, landing.container);
    }
    cancel();
}

void DeviceTool::cancel() {
    m_ghost.reset();
    m_context.viewport()->update();
}

void DeviceTool::paint(QPainter& painter, const PainterStyle& style) const {
    if (m_ghost) paint_drop_ghost(painter, *m_ghost, m_context.drawing(), style, m_context.visible_area());
}

} // namespace roofrack
