// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/select_tool.h"

#include "canvas/canvas.h"
#include "canvas/tools/device_tool.h"
#include "canvas/tools/link_tool.h"
#include "canvas/tools/move_tool.h"
#include "canvas/tools/resize_tool.h"
#include "canvas/tools/rubber_band_tool.h"
#include "editor/document.h"

namespace roofrack {
namespace {

constexpr double grip_reach = 5; ///< px

/// The box in a rack's slot there; empty when there is none.
std::string device_at(Canvas& canvas, const QPointF& point) {
    const DrawnElement* element = canvas.drawing().element_at(point);
    if (!element || element->kind != ElementKind::rack) return {};
    std::string id = canvas.drawing().slot_at(*element, point);
    return id == element->id ? std::string() : id;
}

/// The one selected thing, when its border is there.
std::pair<const DrawnElement*, Grips> resizable_at(Canvas& canvas, const QPointF& point) {
    const Selection& selection = canvas.document().selection();
    if (selection.ids().size() != 1 || canvas.document().is_read_only()) return {nullptr, {}};
    const DrawnElement* drawn = canvas.drawing().find(selection.primary());
    if (!drawn || drawn->id != selection.primary() || !is_resizable(drawn->kind)) return {nullptr, {}};
    const Grips grips = grips_at(drawn->rect, point, grip_reach / canvas.zoom());
    return {grips ? drawn : nullptr, grips};
}

} // namespace

std::unique_ptr<Tool> SelectTool::press(const ToolEvent& event) {
    if (auto pulled = pull_link(m_canvas, event)) return pulled;
    Selection& selection = m_canvas.document().selection();
    const bool adds = event.modifiers.testFlag(Qt::ShiftModifier);
    const bool drills = event.modifiers.testFlag(Qt::ControlModifier);
    if (const std::string device = device_at(m_canvas, event.scene);
        !device.empty() && !adds && (drills || selection.contains(device))) {
        if (!selection.contains(device)) selection.set_one(device);
        return std::make_unique<DeviceTool>(m_canvas, event, device);
    }
    if (const auto& [drawn, grips] = resizable_at(m_canvas, event.scene); drawn && !adds)
        return std::make_unique<ResizeTool>(m_canvas, event, *drawn, grips);
    const std::string id = m_canvas.item_at(event.scene);
    if (id.empty()) return std::make_unique<RubberBandTool>(m_canvas, event);
    if (adds) {
        selection.toggle(id);
        return nullptr;
    }
    // A press on one of several chosen items moves them all; a click without a drag then leaves only that
    // one.
    const bool one_of_several = selection.contains(id) && selection.ids().size() > 1;
    if (!one_of_several) selection.set_one(id);
    if (!m_canvas.drawing().find(id)) return nullptr; // links do not move
    return std::make_unique<MoveTool>(m_canvas, event, id);
}

void SelectTool::hover(const ToolEvent& event) {
    m_canvas.set_hovered(m_canvas.item_at(event.scene));
    m_canvas.viewport()->setCursor(cursor_of(resizable_at(m_canvas, event.scene).second));
}

void SelectTool::double_click(const ToolEvent& event) {
    const DrawnElement* element = m_canvas.drawing().element_at(event.scene);
    if (!element) return;
    const std::string id = m_canvas.drawing().slot_at(*element, event.scene);
    m_canvas.document().selection().set_one(id); // the server in the rack
    if (element->kind == ElementKind::note)
        m_canvas.edit_text(id);
    else if (id == element->id)
        Q_EMIT m_canvas.edit_requested(id); // a device keeps the keys here, to be copied or dragged
}

} // namespace roofrack
