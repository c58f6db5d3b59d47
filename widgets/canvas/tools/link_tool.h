// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"

namespace roofrack {

/// A drag from one item to another draws a link between them.
class LinkTool : public Tool {
public:
    using Tool::Tool;
    std::unique_ptr<Tool> press(const ToolEvent& event) override;
    void hover(const ToolEvent& event) override;
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }
};

/// The gesture of a press on a port that shows, whatever the tool; null elsewhere.
std::unique_ptr<Tool> pull_link(ToolContext& context, const ToolEvent& press);

} // namespace roofrack
