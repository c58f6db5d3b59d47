// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/tools/pan_tool.h"

#include "widgets/canvas/tool_context/tool_context.h"

namespace roofrack {

void PanTool::move(const ToolEvent& event) {
    m_context.pan_by(event.view - m_last);
    m_last = event.view;
}

} // namespace roofrack
