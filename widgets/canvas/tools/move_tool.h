// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/tool_context/tool.h"

#include <QLineF>

#include <unordered_map>
#include <unordered_set>

namespace roofrack {

/// Drags the selected elements with what they hold; snaps to neighbours and to the grid unless Alt is held.
/// Over a container that may hold them it moves them into it, outside of theirs out of it. In a large drawing
/// frames stand for what moves.
class MoveTool : public Tool {
public:
    MoveTool(ToolContext& context, const ToolEvent& press, std::string grabbed);
    void move(const ToolEvent& event) override;
    void release(const ToolEvent& event) override;
    void cancel() override;
    void paint(QPainter& painter, const PainterStyle& style) const override;
    Qt::CursorShape cursor() const override { return m_dragging ? Qt::SizeAllCursor : Qt::ArrowCursor; }

    /// For tests: lines along which the frame snapped, and what is said beside the pointer.
    const std::vector<QLineF>& guides() const { return m_guides; }
    const QString& hint() const { return m_hint; }

private:
    void begin();
    void snap(const ToolEvent& event);
    void look_below(const QPointF& point);
    /// The innermost container there that may hold all that moves; nullptr when there is none.
    const DrawnElement* target(const QPointF& point) const;
    std::vector<std::string> reparented(const QPointF& point) const;
    bool is_inside(std::string id, const std::string& container) const;
    Diagram::Positions positions() const;

    QPointF m_start, m_start_view, m_pointer;
    std::string m_grabbed;
    std::vector<std::string> m_ids;         ///< selected when the drag began
    std::vector<std::string> m_tops;        ///< the outermost of them
    std::unordered_set<std::string> m_held; ///< with all they contain
    std::unordered_map<std::string, std::string> m_parents;
    std::vector<QRectF> m_others; ///< frames in view to snap to
    QRectF m_frame;               ///< frame of all that moves, before
    Diagram m_before;
    QPointF m_delta;
    std::vector<QLineF> m_guides;
    QString m_hint;
    std::string m_into; ///< the container that is lit
    bool m_is_legal = true;
    bool m_outlines = false; ///< frames stand for what moves
    bool m_dragging = false;
};

} // namespace roofrack
