// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/measure.h"

namespace roofrack::figures {

/// Whole nanoseconds, so that sums stay exact.
inline constexpr Measure nanoseconds{"nanoseconds", "ns", "", 1e-9, Style::time, 3};

} // namespace roofrack::figures
