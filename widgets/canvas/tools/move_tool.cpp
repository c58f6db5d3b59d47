// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/move_tool.h"

#include "canvas/canvas.h"
#include "canvas/edits.h"
#include "editor/commands/move_elements.h"
#include "editor/commands/set_elements.h"
#include "editor/document.h"
#include "editor/fragment.h"
#include "editor/step.h"

#include <QGuiApplication>
#include <QStyleHints>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double snap = 8;
constexpr double leave = 32; ///< beyond its container's border an item leaves it

double to_grid(double value) { return std::round(value / snap) * snap; }

} // namespace

MoveTool::MoveTool(Canvas& canvas, const ToolEvent& press, std::string grabbed)
    : Tool(canvas)
    , m_start(press.scene)
    , m_start_view(press.view)
    , m_grabbed(std::move(grabbed))
    , m_ids(canvas.document().selection().ids()) {}

Position MoveTool::snapped(const ToolEvent& event) const {
    const QPointF delta = event.scene - m_start;
    const DrawnElement* grabbed = m_before.find(m_grabbed);
    if (!grabbed || event.modifiers.testFlag(Qt::AltModifier)) return {delta.x(), delta.y()};
    const QPointF corner = grabbed->rect.topLeft();
    return {to_grid(corner.x() + delta.x()) - corner.x(), to_grid(corner.y() + delta.y()) - corner.y()};
}

void MoveTool::move(const ToolEvent& event) {
    if (!m_dragging) {
        const double distance = (event.view - m_start_view).manhattanLength();
        if (distance < QGuiApplication::styleHints()->startDragDistance() ||
            m_canvas.document().is_read_only())
            return;
        m_dragging = true;
        m_before = m_canvas.drawing();
    }
    m_delta = snapped(event);
    m_canvas.preview(moved_by(m_canvas.document(), m_before, m_ids, m_delta));
    m_canvas.set_hovered(reparented(event.scene).empty() ? std::string() : target(event.scene));
}

std::string MoveTool::target(const QPointF& point) const {
    const Cluster& cluster = m_canvas.document().cluster();
    const auto dragged = with_contents(cluster, m_ids);
    const auto& elements = m_before.elements();
    for (auto drawn = elements.rbegin(); drawn != elements.rend(); ++drawn) {
        if (!is_container(drawn->kind) || dragged.count(drawn->id) || !drawn->rect.contains(point)) continue;
        const bool holds_all = std::all_of(m_ids.begin(), m_ids.end(), [&](const std::string& id) {
            const Element* element = cluster.find(id);
            return !element || may_hold(drawn->kind, element->kind);
        });
        if (holds_all) return drawn->id;
    }
    return {};
}

std::vector<Element> MoveTool::reparented(const QPointF& point) const {
    const Cluster& cluster = m_canvas.document().cluster();
    const std::string into = target(point);
    std::vector<Element> moved;
    for (const std::string& id : m_ids) {
        const Element* element = cluster.find(id);
        if (!element || element->parent == into || element->kind == ElementKind::note) continue;
        const DrawnElement* parent = m_before.find(element->parent);
        // A container grows with what is dragged near its border; only a clear step outside leaves it.
        if (parent && !element->parent.empty()) {
            const Element* goal = cluster.find(into);
            const bool goes_deeper = goal && with_contents(cluster, {element->parent}).count(into);
            if (!goes_deeper && parent->rect.adjusted(-leave, -leave, leave, leave).contains(point)) continue;
        }
        moved.push_back(*element);
        moved.back().parent = into;
    }
    return moved;
}

void MoveTool::release(const ToolEvent& event) {
    Document& document = m_canvas.document();
    if (!m_dragging) { // a click
        document.selection().set_one(m_grabbed);
        return;
    }
    m_canvas.set_hovered({});
    const auto positions = moved_by(document, m_before, m_ids, m_delta);
    const std::vector<Element> parents = reparented(event.scene);
    m_canvas.preview({});
    document.end_gesture();
    if (parents.empty()) {
        document.perform<MoveElements>(positions);
    } else {
        const Element* into = document.cluster().find(parents[0].parent);
        const Step step(document, into ? Document::tr("Move into %1").arg(QString::fromStdString(into->name))
                                       : Document::tr("Move out"));
        document.perform<MoveElements>(positions);
        std::vector<Element> updated = parents;
        for (Element& element : updated) // the move has just given it its place
            if (const Element* present = document.cluster().find(element.id))
                element.position = present->position;
        document.perform<SetElements>(updated, Document::tr("container"));
    }
    document.end_gesture();
}

void MoveTool::cancel() {
    m_canvas.set_hovered({});
    m_canvas.preview({});
}

} // namespace roofrack
