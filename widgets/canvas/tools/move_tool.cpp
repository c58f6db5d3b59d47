// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/move_tool.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/edits/placing.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/gesture_paint.h"
#include "widgets/canvas/tools/snap.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/item_text.h"

#include <QGuiApplication>
#include <QPainter>
#include <QStyleHints>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double leave = 32;          ///< beyond its container's border an item leaves it
constexpr double snap_reach = 6;      ///< px within which a neighbour's line draws
constexpr size_t most_redrawn = 1500; ///< with more items a new route of all links would lag behind the hand

} // namespace

MoveTool::MoveTool(ToolContext& context, const ToolEvent& press, std::string grabbed)
    : Tool(context)
    , m_start(press.scene)
    , m_start_view(press.view)
    , m_grabbed(std::move(grabbed))
    , m_ids(context.document().selection().ids()) {}

void MoveTool::begin() {
    const Cluster& cluster = m_context.document().cluster();
    m_before = m_context.drawing();
    m_outlines = m_before.elements().size() + m_before.links().size() > most_redrawn;
    m_tops = outermost(cluster, m_ids);
    m_held = with_contents(cluster, m_ids);
    for (const Element& element : cluster.elements) m_parents[element.id] = element.parent;
    std::unordered_set<std::string> around; // containers that may grow with the move
    for (const std::string& id : m_tops) {
        if (const DrawnElement* drawn = m_before.find(id); drawn && drawn->id == id) m_frame |= drawn->rect;
        for (std::string up = m_parents[id]; !up.empty() && around.insert(up).second;) up = m_parents[up];
    }
    const QRectF seen = m_context.visible_area();
    for (const DrawnElement& element : m_before.elements())
        if (!m_held.count(element.id) && !around.count(element.id) && element.rect.intersects(seen))
            m_others.push_back(element.rect);
}

void MoveTool::snap(const ToolEvent& event) {
    const QPointF delta = event.scene - m_start;
    m_guides.clear();
    m_delta = delta;
    if (event.modifiers.testFlag(Qt::AltModifier) || m_frame.isNull()) return;
    Snap snap = snap_frame(m_frame.translated(delta), m_others, snap_reach / m_context.zoom());
    m_delta += snap.delta;
    m_guides = std::move(snap.guides);
}

void MoveTool::move(const ToolEvent& event) {
    if (!m_dragging) {
        const double distance = (event.view - m_start_view).manhattanLength();
        if (distance < QGuiApplication::styleHints()->startDragDistance() ||
            m_context.document().is_read_only())
            return;
        m_dragging = true;
        begin();
    }
    m_pointer = event.scene;
    snap(event);
    if (!m_outlines) m_context.preview(positions());
    look_below(event.scene);
    m_context.viewport()->update();
}

/// What a release here would do, or why the thing under the pointer does not take what is held.
void MoveTool::look_below(const QPointF& point) {
    const Cluster& cluster = m_context.document().cluster();
    m_into.clear();
    m_hint.clear();
    m_is_legal = true;
    const DrawnElement* goal = target(point);
    for (auto drawn = m_before.elements().rbegin(); drawn != m_before.elements().rend(); ++drawn) {
        if (!is_container(drawn->kind) || m_held.count(drawn->id) || !drawn->rect.contains(point)) continue;
        if (goal && drawn->id == goal->id) break;
        m_hint = why_not_move(cluster, m_tops, drawn->id);
        m_is_legal = m_hint.isEmpty();
        if (!m_is_legal) m_into = drawn->id;
        break;
    }
    if (!m_is_legal) return;
    const auto leaving = reparented(point);
    if (leaving.empty()) return;
    if (const Element* into = goal ? cluster.find(goal->id) : nullptr) {
        m_into = goal->id;
        m_hint = Document::tr("into %1").arg(title_of(*into));
    } else if (const Element* from = cluster.find(m_parents[leaving[0]])) {
        m_hint = Document::tr("out of %1").arg(title_of(*from));
    }
}

const DrawnElement* MoveTool::target(const QPointF& point) const {
    const Cluster& cluster = m_context.document().cluster();
    std::vector<ElementKind> kinds;
    for (const std::string& id : m_tops)
        if (const DrawnElement* drawn = m_before.find(id); drawn && drawn->id == id)
            kinds.push_back(drawn->kind);
    for (auto drawn = m_before.elements().rbegin(); drawn != m_before.elements().rend(); ++drawn) {
        if (!is_container(drawn->kind) || m_held.count(drawn->id) || !drawn->rect.contains(point)) continue;
        if (std::all_of(kinds.begin(), kinds.end(),
                        [&](ElementKind kind) { return may_hold(drawn->kind, kind); }) &&
            cluster.find(drawn->id))
            return &*drawn;
    }
    return nullptr;
}

bool MoveTool::is_inside(std::string id, const std::string& container) const {
    for (size_t steps = 0; !id.empty() && steps <= m_parents.size(); ++steps) {
        if (id == container) return true;
        const auto up = m_parents.find(id);
        if (up == m_parents.end()) return false;
        id = up->second;
    }
    return false;
}

std::vector<std::string> MoveTool::reparented(const QPointF& point) const {
    const DrawnElement* goal = target(point);
    const std::string into = goal ? goal->id : std::string();
    std::vector<std::string> moved;
    for (const std::string& id : m_tops) {
        const std::string& parent = m_parents.at(id);
        const DrawnElement* drawn = m_before.find(id);
        if (parent == into || !drawn || drawn->id != id) continue;
        const DrawnElement* around = m_before.find(parent);
        // A container grows with what is dragged near its border; only a clear step outside leaves it.
        if (around && !parent.empty() && !(goal && is_inside(into, parent)) &&
            around->rect.adjusted(-leave, -leave, leave, leave).contains(point))
            continue;
        moved.push_back(id);
    }
    return moved;
}

/// While the drawing is laid out automatically, the places of all: from then on they are the drawing's own.
Diagram::Positions MoveTool::positions() const {
    Diagram::Positions positions;
    if (m_before.is_automatic()) positions = m_before.positions();
    for (const std::string& id : m_held) {
        const DrawnElement* drawn = m_before.find(id);
        if (!drawn || drawn->id != id) continue;
        const QPointF corner = drawn->rect.topLeft() + m_delta;
        positions[id] = {corner.x(), corner.y()};
    }
    return positions;
}

void MoveTool::release(const ToolEvent& event) {
    Document& document = m_context.document();
    if (!m_dragging) { // a click
        document.selection().set_one(m_grabbed);
        return;
    }
    const auto moved = positions();
    const auto leaving = reparented(event.scene);
    const DrawnElement* goal = target(event.scene);
    m_context.preview({});
    m_context.hold_view();
    perform_move(document, moved, leaving, goal ? goal->id : std::string());
    m_context.viewport()->update();
}

void MoveTool::cancel() {
    m_dragging = false;
    m_context.preview({});
    m_context.viewport()->update();
}

void MoveTool::paint(QPainter& painter, const PainterStyle& style) const {
    if (!m_dragging) return;
    painter.save();
    if (const DrawnElement* there = m_before.find(m_into))
        paint_target(painter, there->rect, m_is_legal, style);
    if (m_outlines)
        for (const std::string& id : m_tops)
            if (const DrawnElement* drawn = m_before.find(id); drawn && drawn->id == id)
                paint_outline(painter, drawn->rect.translated(m_delta), style);
    paint_guides(painter, m_guides, style);
    paint_hint(painter, m_pointer, m_hint, m_is_legal, style, m_context.visible_area());
    painter.restore();
}

} // namespace roofrack
