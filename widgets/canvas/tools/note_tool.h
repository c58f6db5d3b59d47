// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"

namespace roofrack {

/// A click places a text note, ready to be written.
class NoteTool : public Tool {
public:
    using Tool::Tool;
    std::unique_ptr<Tool> press(const ToolEvent& event) override;
    Qt::CursorShape cursor() const override { return Qt::IBeamCursor; }
};

} // namespace roofrack
