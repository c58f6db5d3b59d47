// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/tools/tool.h"

namespace roofrack {

/// Drags the selection: snaps to the grid of 8 unless Alt is held, shows the result while dragging, and makes
/// one undo step at the release. Dropped into another container, the items move into it.
class MoveTool : public Tool {
public:
    MoveTool(Canvas& canvas, const ToolEvent& press, std::string grabbed);
    void move(const ToolEvent& event) override;
    void release(const ToolEvent& event) override;
    void cancel() override;
    Qt::CursorShape cursor() const override { return m_dragging ? Qt::SizeAllCursor : Qt::ArrowCursor; }

private:
    Position snapped(const ToolEvent& event) const;
    /// The container under the pointer that may take all that is dragged; its id, empty for the ground.
    std::string target(const QPointF& point) const;
    std::vector<Element> reparented(const QPointF& point) const;

    QPointF m_start, m_start_view;
    std::string m_grabbed;
    std::vector<std::string> m_ids;
    Diagram m_before; ///< as it was at the press
    Position m_delta;
    bool m_dragging = false;
};

} // namespace roofrack
