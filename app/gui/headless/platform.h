// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <string>

namespace roofrack {

/// Chooses Qt's offscreen platform when no display is there: the default one would abort. Call before
/// QApplication is made.
void choose_platform();

/// The offscreen platform says about each window that it knows no size hints, which tells a user of pictures
/// nothing: that line is dropped, whatever else Qt says is passed on.
void pass_over_sizes();

/// Has large blocks, as of pictures, given back to the system as soon as they are free: among small ones they
/// leave holes, and a window that is open for hours would hold more and more. Call before anything else.
void give_back_large_blocks();

/// What the program answers without a window, as the command line does.
enum Exit { done = 0, answer_is_no = 1, usage = 2, bad_input = 3 };

/// Says an error as a line of the error channel; the exit status to end with.
int say_error(const Diagnostic& diagnostic, Exit exit);
/// Says a warning there.
void say_warning(const std::string& text);

} // namespace roofrack
