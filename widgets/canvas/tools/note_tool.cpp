// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/note_tool.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/tool_context/tool_context.h"

namespace roofrack {

std::unique_ptr<Tool> NoteTool::press(const ToolEvent& event) {
    ToolContext& context = m_context; // choosing the select tool ends this one
    const std::string id = place(context.document(), context.drawing(), ElementKind::note, {},
                                 {event.scene.x(), event.scene.y()});
    context.use_select_tool();
    if (!id.empty()) context.edit_text(id);
    return nullptr;
}

} // namespace roofrack
