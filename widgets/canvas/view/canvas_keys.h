// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace roofrack {

class Canvas;

/// Does what a key means in the drawing; false when it means nothing there.
bool do_key(Canvas& canvas, const QKeyEvent& event);

/// Selects the item after (or before) the selected one in reading order; false past the last one.
bool select_next(Canvas& canvas, bool next);

} // namespace roofrack
