// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/compare/run_comparison.h"

namespace roofrack::cli {

/// The line, the steps, and what their difference is made of, the largest first.
void print_comparison(const RunComparison& comparison);

} // namespace roofrack::cli
