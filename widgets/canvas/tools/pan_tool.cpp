// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/tools/pan_tool.h"

#include "canvas/canvas.h"

namespace roofrack {

void PanTool::move(const ToolEvent& event) {
    m_canvas.pan_by(event.view - m_last);
    m_last = event.view;
}

} // namespace roofrack
