// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <Qt>

#include <memory>

class QPainter;

namespace roofrack {

class ToolContext;
struct PainterStyle;

/// A mouse event in both systems of coordinates.
struct ToolEvent {
    QPointF scene; ///< canvas units
    QPointF view;  ///< px in the viewport
    Qt::KeyboardModifiers modifiers;
};

/// One way of using the mouse. A resting tool (select, link, note) answers a press with the gesture that then
/// begins (move, rubber band, pan, a new link); the gesture gets the moves until the release or a cancel.
class Tool {
public:
    explicit Tool(ToolContext& context)
        : m_context(context) {}
    virtual ~Tool() = default;
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    virtual std::unique_ptr<Tool> press(const ToolEvent&) { return nullptr; }
    virtual void move(const ToolEvent&) {} ///< a step of a gesture, with the button down
    virtual void hover(const ToolEvent&) {}
    virtual void release(const ToolEvent&) {}
    virtual void double_click(const ToolEvent&) {}
    virtual void cancel() {}                                    ///< Esc: everything as before the press
    virtual void paint(QPainter&, const PainterStyle&) const {} ///< over the drawing, in canvas units
    virtual bool scrolls_at_edge() const {
        return true;
    } ///< the view scrolls while a gesture is held at its edge
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }

protected:
    ToolContext& m_context;
};

} // namespace roofrack
