// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_keys.h"

#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/editor/document.h"

#include <QKeyEvent>

#include <algorithm>

namespace roofrack {
namespace {

/// With Ctrl an arrow key chooses the next item that way.
bool choose_neighbour(Canvas& canvas, int key) {
    QPointF way;
    switch (key) {
    case Qt::Key_Left: way = {-1, 0}; break;
    case Qt::Key_Right: way = {1, 0}; break;
    case Qt::Key_Up: way = {0, -1}; break;
    case Qt::Key_Down: way = {0, 1}; break;
    default: return false;
    }
    const std::string next = neighbour(canvas.drawing(), canvas.document().selection().primary(), way);
    if (!next.empty()) canvas.show_items({next});
    return true;
}

} // namespace

bool do_key(Canvas& canvas, const QKeyEvent& event) {
    Document& document = canvas.document();
    const Diagram& drawing = canvas.drawing();
    const double step = event.modifiers().testFlag(Qt::ShiftModifier) ? 1 : 8;
    const bool control = event.modifiers().testFlag(Qt::ControlModifier);
    if (event.matches(QKeySequence::SelectAll)) return select_all(document, drawing), true;
    if (event.matches(QKeySequence::Copy)) return canvas.clipboard().copy(), true;
    if (event.matches(QKeySequence::Cut)) return canvas.clipboard().cut(), true;
    if (event.matches(QKeySequence::Paste)) return canvas.clipboard().paste(), true;
    if (control && event.key() == Qt::Key_D) return duplicate_selection(document, drawing), true;
    if (control && event.key() == Qt::Key_0) return canvas.camera().zoom_actual(), true;
    if (control) return choose_neighbour(canvas, event.key());
    switch (event.key()) {
    case Qt::Key_Escape: return canvas.let_go(), true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return remove_selection(document), true;
    case Qt::Key_Left: return nudge(document, drawing, {-step, 0}), true;
    case Qt::Key_Right: return nudge(document, drawing, {step, 0}), true;
    case Qt::Key_Up: return nudge(document, drawing, {0, -step}), true;
    case Qt::Key_Down: return nudge(document, drawing, {0, step}), true;
    case Qt::Key_F2: return canvas.edit_text(document.selection().primary()), true;
    case Qt::Key_F: return canvas.camera().fit(), true;
    case Qt::Key_1: return canvas.camera().zoom_actual(), true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return canvas.camera().zoom_in(), true;
    case Qt::Key_Minus: return canvas.camera().zoom_out(), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!document.selection().is_empty()) canvas.request_edit(document.selection().primary());
        return true;
    default: return false;
    }
}

bool select_next(Canvas& canvas, bool next) {
    const auto items = reading_order(canvas.drawing());
    const auto at = std::find(items.begin(), items.end(), canvas.document().selection().primary());
    const bool from_none = at == items.end();
    const std::ptrdiff_t place =
        from_none ? (next ? 0 : std::ssize(items) - 1) : at - items.begin() + (next ? 1 : -1);
    if (place < 0 || place >= std::ssize(items)) return false;
    canvas.show_items({items[static_cast<size_t>(place)]});
    return true;
}

} // namespace roofrack
