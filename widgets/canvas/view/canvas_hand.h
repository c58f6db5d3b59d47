// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/tool_context/tool.h"
#include "widgets/canvas/view/edge_scroll.h"

#include <memory>

class QMouseEvent;

namespace roofrack {

/// The tool that is chosen and the gesture under way: what the mouse does. The middle button, or Space and
/// the left one, pans with every tool.
class CanvasHand {
public:
    explicit CanvasHand(ToolContext& context);

    void take(std::unique_ptr<Tool> tool);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void double_click(const QMouseEvent& event);
    void hold_space(bool down);

    bool is_busy() const { return m_gesture != nullptr; }
    /// Everything as before the press.
    void end_gesture();
    /// Ends the gesture, else puts the tool down; false when there is neither.
    bool let_go();
    void paint(QPainter& painter, const PainterStyle& style) const;

private:
    ToolEvent tool_event(const QPointF& view, Qt::KeyboardModifiers held) const;
    void move_gesture(const QPointF& view, Qt::KeyboardModifiers held);
    void update_cursor();

    ToolContext& m_context;
    std::unique_ptr<Tool> m_tool;    ///< resting
    std::unique_ptr<Tool> m_gesture; ///< with a button down
    Qt::MouseButton m_gesture_button = Qt::NoButton;
    EdgeScroll m_edge_scroll;
    bool m_space_down = false;
};

} // namespace roofrack
