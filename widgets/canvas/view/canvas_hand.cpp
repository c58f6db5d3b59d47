// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas's answers to mouse, wheel and keys.
#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/tools/pan_tool.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QContextMenuEvent>
#include <QInputDevice>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPointingDevice>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

/// Fingers scroll smoothly and pan; a wheel turns in notches and zooms.
bool is_touchpad(const QWheelEvent& event) {
    if (const QPointingDevice* device = event.pointingDevice();
        device && device->type() == QInputDevice::DeviceType::TouchPad)
        return true;
    if (event.phase() == Qt::ScrollUpdate || event.phase() == Qt::ScrollMomentum) return true;
    constexpr int notch = 120;
    return !event.pixelDelta().isNull() &&
           (event.angleDelta().x() != 0 || event.angleDelta().y() % notch != 0);
}

} // namespace

ToolEvent Canvas::tool_event(const QPointF& view, Qt::KeyboardModifiers held) const {
    return {viewportTransform().inverted().map(view), view, held};
}

void Canvas::move_gesture(const QPointF& view, Qt::KeyboardModifiers held) {
    if (!m_gesture) return m_edge_scroll.stop();
    m_gesture->move(tool_event(view, held));
    update_cursor();
    if (m_gesture->scrolls_at_edge())
        m_edge_scroll.hand_at(view, [this, view, held] { move_gesture(view, held); });
}

void Canvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (m_gesture) return; // a second button while one is down
    m_gesture_button = event->button();
    const ToolEvent at = tool_event(event->position(), event->modifiers());
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_space_down)) {
        m_gesture = std::make_unique<PanTool>(*this, at);
    } else if (event->button() == Qt::LeftButton) {
        m_gesture = m_tool->press(at);
    } else if (event->button() == Qt::RightButton) {
        const std::string id = item_at(at.scene);
        if (!id.empty() && !m_document.selection().contains(id)) m_document.selection().set_one(id);
    }
    update_cursor();
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_gesture)
        move_gesture(event->position(), event->modifiers());
    else
        m_tool->hover(tool_event(event->position(), event->modifiers()));
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_gesture || event->button() != m_gesture_button) return;
    const auto gesture = std::move(m_gesture); // its edit must not find it still under way
    m_edge_scroll.stop();
    gesture->release(tool_event(event->position(), event->modifiers()));
    update_cursor();
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !m_space_down)
        m_tool->double_click(tool_event(event->position(), event->modifiers()));
}

void Canvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    const bool zooms = event->modifiers().testFlag(Qt::ControlModifier) || !is_touchpad(*event);
    if (!zooms) {
        pan_by(event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2
                                            : QPointF(event->pixelDelta()));
        return;
    }
    const double notches =
        (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->pixelDelta().y() * 2) / 120.0;
    m_zoom_settles.start();
    set_zoom(zoom() * std::pow(1.2, notches), event->position());
}

bool Canvas::handle_key(QKeyEvent* event) {
    const bool fine = event->modifiers().testFlag(Qt::ShiftModifier);
    const double step = fine ? 1 : 8;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->matches(QKeySequence::SelectAll)) return select_all(m_document, drawing()), true;
    if (event->matches(QKeySequence::Copy)) return copy(), true;
    if (event->matches(QKeySequence::Cut)) return cut(), true;
    if (event->matches(QKeySequence::Paste)) return paste_copied(), true;
    if (control && event->key() == Qt::Key_D) return duplicate_selection(m_document, drawing()), true;
    if (control && event->key() == Qt::Key_0) return zoom_actual(), true;
    if (control) return choose_neighbour(event->key());
    switch (event->key()) {
    case Qt::Key_Escape:
        if (m_gesture)
            end_gesture_tool();
        else if (m_tool->cursor() != Qt::ArrowCursor)
            use_select_tool();
        else
            m_document.selection().clear();
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return remove_selection(m_document), true;
    case Qt::Key_Left: return nudge(m_document, drawing(), {-step, 0}), true;
    case Qt::Key_Right: return nudge(m_document, drawing(), {step, 0}), true;
    case Qt::Key_Up: return nudge(m_document, drawing(), {0, -step}), true;
    case Qt::Key_Down: return nudge(m_document, drawing(), {0, step}), true;
    case Qt::Key_F2: return edit_text(m_document.selection().primary()), true;
    case Qt::Key_F6: return QGraphicsView::focusNextPrevChild(!fine), true; // out of the drawing
    case Qt::Key_F: return fit(), true;
    case Qt::Key_1: return zoom_actual(), true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom_in(), true;
    case Qt::Key_Minus: return zoom_out(), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_document.selection().is_empty()) Q_EMIT edit_requested(m_document.selection().primary());
        return true;
    default: return false;
    }
}

void Canvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space) {
        m_space_down = true;
        update_cursor();
        return;
    }
    if (!handle_key(event)) event->ignore(); // never the scroll area's own keys
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return event->ignore();
    m_space_down = false;
    update_cursor();
}

/// The keys that go up elsewhere are not told.
void Canvas::focusOutEvent(QFocusEvent* event) {
    m_space_down = false;
    update_cursor();
    QGraphicsView::focusOutEvent(event);
}

/// With Ctrl an arrow key chooses the next item that way.
bool Canvas::choose_neighbour(int key) {
    QPointF way;
    switch (key) {
    case Qt::Key_Left: way = {-1, 0}; break;
    case Qt::Key_Right: way = {1, 0}; break;
    case Qt::Key_Up: way = {0, -1}; break;
    case Qt::Key_Down: way = {0, 1}; break;
    default: return false;
    }
    const std::string next = neighbour(drawing(), m_document.selection().primary(), way);
    if (!next.empty()) show_items({next});
    return true;
}

/// Tab goes through the items in reading order; past the last one the focus moves on.
bool Canvas::focusNextPrevChild(bool next) {
    const auto items = reading_order(drawing());
    const auto at = std::find(items.begin(), items.end(), m_document.selection().primary());
    const bool from_none = at == items.end();
    const std::ptrdiff_t place =
        from_none ? (next ? 0 : std::ssize(items) - 1) : at - items.begin() + (next ? 1 : -1);
    if (!hasFocus() || place < 0 || place >= std::ssize(items))
        return QGraphicsView::focusNextPrevChild(next);
    show_items({items[static_cast<size_t>(place)]});
    return true;
}

void Canvas::contextMenuEvent(QContextMenuEvent* event) {
    const QPointF at = viewportTransform().inverted().map(QPointF(event->pos()));
    if (event->reason() == QContextMenuEvent::Mouse) {
        Q_EMIT context_menu_requested(item_at(at), event->globalPos());
        return;
    }
    // By key it opens at the chosen item, as far as that is seen.
    const std::string id = m_document.selection().primary();
    const DrawnElement* drawn = drawing().find(id);
    const QRectF area = visible_area().intersected(drawn ? drawn->rect : visible_area());
    const QPointF middle = area.isEmpty() ? visible_area().center() : area.center();
    Q_EMIT context_menu_requested(id, viewport()->mapToGlobal(viewportTransform().map(middle).toPoint()));
}

void Canvas::leaveEvent(QEvent* event) {
    if (!m_gesture) set_hovered({});
    QGraphicsView::leaveEvent(event);
}

void Canvas::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (m_auto_fit) fit();
}

} // namespace roofrack
