// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/note_tool.h"

#include "canvas/canvas.h"
#include "canvas/edits.h"

namespace roofrack {

std::unique_ptr<Tool> NoteTool::press(const ToolEvent& event) {
    Canvas& canvas = m_canvas; // choosing the select tool ends this one
    const std::string id =
        place(canvas.document(), canvas.drawing(), ElementKind::note, {}, {event.scene.x(), event.scene.y()});
    canvas.use_select_tool();
    if (!id.empty()) canvas.edit_text(id);
    return nullptr;
}

} // namespace roofrack
