// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/screen_room.h"

#include <QGuiApplication>
#include <QMargins>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace roofrack {

namespace {

constexpr QMargins guessed_frame(24, 40, 24, 24);
constexpr int least_title =
    20; ///< px: a window whose top is nearer to that of the screen has its title above it
constexpr int qt_above_centre = 40; ///< px by which QDialog puts itself higher, at most

/// The screen on which the middle of the place lies; that of the window otherwise.
const QScreen* screen_at(const QPoint& middle, const QWidget& window) {
    const QScreen* screen = QGuiApplication::screenAt(middle);
    return screen ? screen : window.screen();
}

} // namespace

QRect room_of_screen(const QRect& available) { return available.marginsRemoved(guessed_frame); }

QRect moved_into(const QRect& room, QRect place) {
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(std::clamp(place.left(), room.left(), room.right() + 1 - place.width()));
    place.moveTop(std::clamp(place.top(), room.top(), room.bottom() + 1 - place.height()));
    return place;
}

void show_on_screen(QWidget& window) {
    const bool has_place = window.testAttribute(Qt::WA_Moved);
    const QScreen* screen = has_place ? screen_at(window.geometry().center(), window) : window.screen();
    if (!screen || window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) {
        window.show();
        return;
    }
    const QRect available = screen->availableGeometry();
    const QRect place = window.geometry();
    const bool stays = has_place && available.marginsRemoved({0, least_title, 0, 0}).contains(place);
    const QRect room = room_of_screen(available);
    const bool fits = place.width() <= room.width() && place.height() <= room.height();
    if (!stays && !fits) {
        window.setGeometry(moved_into(room, place)); // what it has when it is no longer maximised
        window.showMaximized();
        return;
    }
    if (!stays && has_place) window.setGeometry(moved_into(room, place));
    window.show();
}

void keep_on_screen(QWidget& dialog) {
    const QWidget* owner = dialog.parentWidget() ? dialog.parentWidget()->window() : nullptr;
    const QScreen* screen = owner ? owner->screen() : dialog.screen();
    if (!screen || dialog.testAttribute(Qt::WA_Moved)) return;
    const QRect room = room_of_screen(screen->availableGeometry());
    QRect place(QPoint(), dialog.size());
    place.moveCenter(owner ? owner->geometry().center() : room.center());
    if (!room.marginsRemoved({0, qt_above_centre, 0, 0}).contains(place))
        dialog.move(moved_into(room, place).topLeft());
}

} // namespace roofrack
