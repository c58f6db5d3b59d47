// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse and the keys over the drawing.
#include "tests/soak/deeds.h"
#include "tests/soak/desk.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/palette/shelf_entries.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QTest>
#include <QWheelEvent>

namespace roofrack::soak {

namespace {

QPoint anywhere(Desk& desk) {
    const QRect room = desk.canvas().viewport()->rect();
    return {desk.below(std::max(1, room.width())), desk.below(std::max(1, room.height()))};
}

/// The middle of an element that is seen, or any place.
QPoint on_element(Desk& desk) {
    const auto& drawn = desk.canvas().drawing().elements();
    if (drawn.empty()) return anywhere(desk);
    const DrawnElement& element = desk.any(drawn);
    const QPoint place =
        desk.canvas().viewportTransform().map(element.rect.center()).toPoint() + QPoint(desk.below(5), 0);
    return desk.canvas().viewport()->rect().contains(place) ? place : anywhere(desk);
}

void drag(Desk& desk, QPoint from, QPoint to, Qt::KeyboardModifiers held = {}) {
    QWidget* const view = desk.canvas().viewport();
    QTest::mousePress(view, Qt::LeftButton, held, from);
    constexpr int stops = 4;
    for (int i = 1; i <= stops; ++i) {
        QMouseEvent move(QEvent::MouseMove, from + (to - from) * i / stops,
                         view->mapToGlobal(from + (to - from) * i / stops), Qt::NoButton, Qt::LeftButton,
                         held);
        QApplication::sendEvent(view, &move);
        desk.wait(10);
    }
    QTest::mouseRelease(view, Qt::LeftButton, held, to);
}

void click(Desk& desk) {
    QTest::mouseClick(desk.canvas().viewport(), Qt::LeftButton,
                      desk.below(4) ? Qt::NoModifier : Qt::ShiftModifier, on_element(desk));
}

void double_click(Desk& desk) {
    QTest::mouseDClick(desk.canvas().viewport(), Qt::LeftButton, {}, on_element(desk));
}

void hover(Desk& desk) {
    QWidget* const view = desk.canvas().viewport();
    const QPoint place = on_element(desk);
    QMouseEvent move(QEvent::MouseMove, place, view->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(view, &move);
    QHelpEvent tip(QEvent::ToolTip, place, view->mapToGlobal(place));
    QApplication::sendEvent(view, &tip);
}

void move(Desk& desk) {
    const QPoint from = on_element(desk);
    drag(desk, from, from + QPoint(desk.below(161) - 80, desk.below(121) - 60),
         desk.below(6) ? Qt::NoModifier : Qt::AltModifier);
}

void frame(Desk& desk) { drag(desk, anywhere(desk), anywhere(desk)); }

void connect_two(Desk& desk) {
    desk.trigger("tool.link");
    drag(desk, on_element(desk), on_element(desk));
    if (desk.below(2)) QTest::keyClick(&desk.canvas(), Qt::Key_Escape);
}

void place_from_shelf(Desk& desk) {
    static const std::vector<ShelfGroup> groups = shelf_groups(Catalog::built_in());
    const ShelfGroup& group = desk.any(groups);
    desk.canvas().place_part(desk.any(group.entries).what);
}

void place_by_search(Desk& desk) {
    desk.trigger("tool.part");
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    if (!field) return;
    static const char* const wanted[] = {"h100", "rack", "gb200", "switch 64", "cdu", "cable", "nothing"};
    QTest::keyClicks(field, QLatin1String(desk.any(wanted)));
    QTest::keyClick(field, desk.below(5) ? Qt::Key_Return : Qt::Key_Escape);
}

void note(Desk& desk) {
    desk.trigger("tool.note");
    QTest::mouseClick(desk.canvas().viewport(), Qt::LeftButton, {}, anywhere(desk));
    desk.wait(20);
    if (QWidget* focus = QApplication::focusWidget()) QTest::keyClicks(focus, QStringLiteral("see here"));
    QTest::keyClick(&desk.canvas(), Qt::Key_Escape);
}

void context_menu(Desk& desk) {
    QWidget* const view = desk.canvas().viewport();
    const QPoint place = on_element(desk);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->mapToGlobal(place));
    QApplication::sendEvent(view, &event);
}

void wheel(Desk& desk) {
    QWidget* const view = desk.canvas().viewport();
    const QPointF place = anywhere(desk);
    const int turns = 1 + desk.below(4), way = desk.below(2) ? 120 : -120;
    for (int i = 0; i < turns; ++i) {
        QWheelEvent event(place, view->mapToGlobal(place), {}, {0, way}, Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(view, &event);
    }
}

void keys(Desk& desk) {
    static const Qt::Key list[] = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,     Qt::Key_Down,
                                   Qt::Key_Tab,  Qt::Key_F2,    Qt::Key_Escape, Qt::Key_Delete};
    desk.canvas().setFocus();
    QTest::keyClick(&desk.canvas(), desk.any(list), desk.below(5) ? Qt::NoModifier : Qt::ShiftModifier);
}

} // namespace

std::vector<Deed> canvas_deeds() {
    return {{"click", 12, click},
            {"double click", 2, double_click},
            {"hover", 6, hover},
            {"move", 12, move},
            {"frame", 3, frame},
            {"connect", 6, connect_two},
            {"place from the shelf", 6, place_from_shelf},
            {"place by search", 2, place_by_search},
            {"note", 2, note},
            {"context menu", 3, context_menu},
            {"wheel", 6, wheel},
            {"keys", 5, keys}};
}

} // namespace roofrack::soak
