// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QWidget;

namespace roofrack {

/// What a screen leaves to a window without its frame and title, px. The frame that the desktop will draw is
/// not known before the window is shown, so that this is a generous guess.
QRect room_of_screen(const QRect& available);

/// The place moved, and made smaller where it must be, to lie in the room.
QRect moved_into(const QRect& room, QRect place);

/// Shows the main window so that all of it is on its screen, its frame included. It keeps the size and the
/// place that it has where they fit, is moved where only its place does not, and is maximised on a screen
/// that is smaller than its size.
void show_on_screen(QWidget& window);

/// Gives a dialog that is about to be shown a place where its title can be reached: Qt centres a dialog over
/// its window without regard to its frame, which puts the title of a high one above the screen. A dialog that
/// fits there, or that has been moved, stays where it is.
void keep_on_screen(QWidget& dialog);

} // namespace roofrack
