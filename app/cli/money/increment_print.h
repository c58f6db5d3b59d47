// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/increment.h"

#include <chrono>

namespace roofrack::cli {

/// What is added to what is there already, what is sold, and what all of it would cost if it were bought
/// today, on some lines; nothing where the drawing does not say what is there already.
void print_increment(const Increment& increment, bool counts_samples, std::chrono::sys_days order);

} // namespace roofrack::cli
