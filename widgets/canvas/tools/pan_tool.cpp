// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/pan_tool.h"

#include "widgets/canvas/stage/stage.h"

namespace roofrack {

void PanTool::move(const ToolEvent& event) {
    m_stage.pan_by(event.view - m_last);
    m_last = event.view;
}

} // namespace roofrack
