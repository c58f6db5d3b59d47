// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"
#include "widgets/canvas/tools/drop_ghost.h"

#include <optional>

namespace roofrack {

/// Drags boxes out of a rack's slots: into another rack, or out onto the ground. The links stay. A group of
/// equal boxes moves as one.
class DeviceTool : public Tool {
public:
    /// `grabbed`: the element in the slot. When it is selected, all selected ones that stand in slots move.
    DeviceTool(ToolContext& context, const ToolEvent& press, std::string grabbed);
    void move(const ToolEvent& event) override;
    void release(const ToolEvent& event) override;
    void cancel() override;
    void paint(QPainter& painter, const PainterStyle& style) const override;
    Qt::CursorShape cursor() const override { return m_ghost ? Qt::SizeAllCursor : Qt::ArrowCursor; }

    /// For tests: what is said beside the pointer.
    QString hint() const { return m_ghost ? m_ghost->text : QString(); }

private:
    void begin();
    Diagram::Positions places(const std::string& into) const;

    QPointF m_start_view;
    std::vector<std::string> m_ids;
    std::optional<DropGhost> m_ghost; ///< once the drag has begun
};

} // namespace roofrack
