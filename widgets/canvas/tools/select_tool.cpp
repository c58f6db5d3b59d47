// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/select_tool.h"

#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/tools/device_tool.h"
#include "widgets/canvas/tools/link_tool.h"
#include "widgets/canvas/tools/move_tool.h"
#include "widgets/canvas/tools/resize_tool.h"
#include "widgets/canvas/tools/rubber_band_tool.h"
#include "widgets/editor/document.h"

namespace roofrack {
namespace {

constexpr double grip_reach = 5; ///< px

/// The box in a rack's slot there; empty when there is none.
std::string device_at(ToolContext& context, const QPointF& point) {
    const DrawnElement* element = context.drawing().element_at(point);
    if (!element || element->kind != ElementKind::rack) return {};
    std::string id = context.drawing().slot_at(*element, point);
    return id == element->id ? std::string() : id;
}

/// The one selected thing, when its border is there.
std::pair<const DrawnElement*, Grips> resizable_at(ToolContext& context, const QPointF& point) {
    const Selection& selection = context.document().selection();
    if (selection.ids().size() != 1 || context.document().is_read_only()) return {nullptr, {}};
    const DrawnElement* drawn = context.drawing().find(selection.primary());
    if (!drawn || drawn->id != selection.primary() || !is_resizable(drawn->kind)) return {nullptr, {}};
    const Grips grips = grips_at(drawn->rect, point, grip_reach / context.zoom());
    return {grips ? drawn : nullptr, grips};
}

} // namespace

std::unique_ptr<Tool> SelectTool::press(const ToolEvent& event) {
    if (auto pulled = pull_link(m_context, event)) return pulled;
    Selection& selection = m_context.document().selection();
    const bool adds = event.modifiers.testFlag(Qt::ShiftModifier);
    const bool drills = event.modifiers.testFlag(Qt::ControlModifier);
    if (const std::string device = device_at(m_context, event.scene);
        !device.empty() && !adds && (drills || selection.contains(device))) {
        if (!selection.contains(device)) selection.set_one(device);
        return std::make_unique<DeviceTool>(m_context, event, device);
    }
    if (const auto& [drawn, grips] = resizable_at(m_context, event.scene); drawn && !adds)
        return std::make_unique<ResizeTool>(m_context, event, *drawn, grips);
    const std::string id = m_context.item_at(event.scene);
    if (id.empty()) return std::make_unique<RubberBandTool>(m_context, event);
    if (adds) {
        selection.toggle(id);
        return nullptr;
    }
    // A press on one of several chosen items moves them all; a click without a drag then leaves only that
    // one.
    const bool one_of_several = selection.contains(id) && selection.ids().size() > 1;
    if (!one_of_several) selection.set_one(id);
    if (!m_context.drawing().find(id)) return nullptr; // links do not move
    return std::make_unique<MoveTool>(m_context, event, id);
}

void SelectTool::hover(const ToolEvent& event) {
    m_context.set_hovered(m_context.item_at(event.scene));
    m_context.viewport()->setCursor(cursor_of(resizable_at(m_context, event.scene).second));
}

void SelectTool::double_click(const ToolEvent& event) {
    const DrawnElement* element = m_context.drawing().element_at(event.scene);
    if (!element) return;
    const std::string id = m_context.drawing().slot_at(*element, event.scene);
    m_context.document().selection().set_one(id); // the server in the rack
    if (element->kind == ElementKind::note)
        m_context.edit_text(id);
    else if (id == element->id)
        m_context.request_edit(id); // a device keeps the keys here, to be copied or dragged
}

} // namespace roofrack
