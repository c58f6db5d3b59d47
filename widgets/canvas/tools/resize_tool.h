// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/tool_context/tool.h"

#include <QFlags>

namespace roofrack {

enum class Grip { none = 0, left = 1, right = 2, top = 4, bottom = 8 };
Q_DECLARE_FLAGS(Grips, Grip)
Q_DECLARE_OPERATORS_FOR_FLAGS(Grips)

/// Sites, rooms, rows, pods and notes have a size of their own.
bool is_resizable(ElementKind kind);
/// The borders within `reach` of the point; two of them at a corner.
Grips grips_at(const QRectF& frame, const QPointF& point, double reach);
Qt::CursorShape cursor_of(Grips grips);

/// Drags a border or a corner of a container or a note. What stands inside stays, and stays inside. Alt
/// bypasses the grid.
class ResizeTool : public Tool {
public:
    ResizeTool(ToolContext& context, const ToolEvent& press, const DrawnElement& element, Grips grips);
    void move(const ToolEvent& event) override;
    void release(const ToolEvent& event) override;
    void cancel() override;
    void paint(QPainter& painter, const PainterStyle& style) const override;
    Qt::CursorShape cursor() const override { return cursor_of(m_grips); }

private:
    QRectF least() const;

    std::string m_id;
    ElementKind m_kind;
    QRectF m_before, m_now, m_contents;
    Grips m_grips;
    QPointF m_start;
};

} // namespace roofrack
