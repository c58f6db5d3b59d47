// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/select_tool.h"

#include "canvas/canvas.h"
#include "canvas/tools/move_tool.h"
#include "canvas/tools/rubber_band_tool.h"
#include "editor/document.h"

namespace roofrack {

std::unique_ptr<Tool> SelectTool::press(const ToolEvent& event) {
    Selection& selection = m_canvas.document().selection();
    const bool adds = event.modifiers.testFlag(Qt::ShiftModifier);
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

void SelectTool::hover(const ToolEvent& event) { m_canvas.set_hovered(m_canvas.item_at(event.scene)); }

void SelectTool::double_click(const ToolEvent& event) {
    const DrawnElement* element = m_canvas.drawing().element_at(event.scene);
    if (!element) return;
    const std::string id = m_canvas.drawing().slot_at(*element, event.scene);
    m_canvas.document().selection().set_one(id); // the server in the rack
    Q_EMIT m_canvas.edit_requested(id);
}

} // namespace roofrack
