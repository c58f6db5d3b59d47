// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"

namespace roofrack {

/// Click selects, Shift adds, a drag on an item moves it, a drag on the ground draws a rubber band.
class SelectTool : public Tool {
public:
    using Tool::Tool;
    std::unique_ptr<Tool> press(const ToolEvent& event) override;
    void hover(const ToolEvent& event) override;
    void double_click(const ToolEvent& event) override;
};

} // namespace roofrack
