// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

class Canvas;

/// Gives screen readers the items of canvases: each drawn element, box in a rack and link as a child with its
/// name, its figures, its state and its rectangle on the screen, in reading order; pressing one selects it.
void make_canvases_accessible();

/// Tells assistive programs that another item is the current one.
void announce_selection(Canvas& canvas);

} // namespace roofrack
