// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// What the program answers without a window, as the command line does.
enum Exit { done = 0, answer_is_no = 1, usage = 2, bad_input = 3 };

} // namespace roofrack
