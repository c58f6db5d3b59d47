// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"

namespace roofrack {

/// Moves the view with the hand: middle button, or Space and the left one.
class PanTool : public Tool {
public:
    PanTool(ToolContext& context, const ToolEvent& press)
        : Tool(context)
        , m_last(press.view) {}
    void move(const ToolEvent& event) override;
    bool scrolls_at_edge() const override { return false; }
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }

private:
    QPointF m_last;
};

} // namespace roofrack
