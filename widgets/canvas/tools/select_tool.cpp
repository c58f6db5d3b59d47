// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/select_tool.h"

#include "widgets/canvas/stage/stage.h"
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
std::string device_at(Stage& stage, const QPointF& point) {
    const DrawnElement* element = stage.drawing().element_at(point);
    if (!element || element->kind != ElementKind::rack) return {};
    std::string id = stage.drawing().slot_at(*element, point);
    return id == element->id ? std::string() : id;
}

/// The one selected thing, when its border is there.
std::pair<const DrawnElement*, Grips> resizable_at(Stage& stage, const QPointF& point) {
    const Selection& selection = stage.document().selection();
    if (selection.ids().size() != 1 || stage.document().is_read_only()) return {nullptr, {}};
    const DrawnElement* drawn = stage.drawing().find(selection.primary());
    if (!drawn || drawn->id != selection.primary() || !is_resizable(drawn->kind)) return {nullptr, {}};
    const Grips grips = grips_at(drawn->rect, point, grip_reach / stage.zoom());
    return {grips ? drawn : nullptr, grips};
}

} // namespace

std::unique_ptr<Tool> SelectTool::press(const ToolEvent& event) {
    if (auto pulled = pull_link(m_stage, event)) return pulled;
    Selection& selection = m_stage.document().selection();
    const bool adds = event.modifiers.testFlag(Qt::ShiftModifier);
    const bool drills = event.modifiers.testFlag(Qt::ControlModifier);
    if (const std::string device = device_at(m_stage, event.scene);
        !device.empty() && !adds && (drills || selection.contains(device))) {
        if (!selection.contains(device)) selection.set_one(device);
        return std::make_unique<DeviceTool>(m_stage, event, device);
    }
    if (const auto& [drawn, grips] = resizable_at(m_stage, event.scene); drawn && !adds)
        return std::make_unique<ResizeTool>(m_stage, event, *drawn, grips);
    const std::string id = m_stage.item_at(event.scene);
    if (id.empty()) return std::make_unique<RubberBandTool>(m_stage, event);
    if (adds) {
        selection.toggle(id);
        return nullptr;
    }
    // A press on one of several chosen items moves them all; a click without a drag then leaves only that
    // one.
    const bool one_of_several = selection.contains(id) && selection.ids().size() > 1;
    if (!one_of_several) selection.set_one(id);
    if (!m_stage.drawing().find(id)) return nullptr; // links do not move
    return std::make_unique<MoveTool>(m_stage, event, id);
}

void SelectTool::hover(const ToolEvent& event) {
    m_stage.set_hovered(m_stage.item_at(event.scene));
    m_stage.viewport()->setCursor(cursor_of(resizable_at(m_stage, event.scene).second));
}

void SelectTool::double_click(const ToolEvent& event) {
    const DrawnElement* element = m_stage.drawing().element_at(event.scene);
    if (!element) return;
    const std::string id = m_stage.drawing().slot_at(*element, event.scene);
    m_stage.document().selection().set_one(id); // the server in the rack
    if (element->kind == ElementKind::note)
        m_stage.edit_text(id);
    else if (id == element->id)
        m_stage.request_edit(id); // a device keeps the keys here, to be copied or dragged
}

} // namespace roofrack
