// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/note_tool.h"

#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/stage/stage.h"

namespace roofrack {

std::unique_ptr<Tool> NoteTool::press(const ToolEvent& event) {
    Stage& stage = m_stage; // choosing the select tool ends this one
    const std::string id =
        place(stage.document(), stage.drawing(), ElementKind::note, {}, {event.scene.x(), event.scene.y()});
    stage.use_select_tool();
    if (!id.empty()) stage.edit_text(id);
    return nullptr;
}

} // namespace roofrack
