// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/increment.h"
#include "core/study/money/ready_by_date.h"
#include "core/study/money/side_by_side.h"

#include <chrono>

namespace roofrack::cli {

/// What could be ready by a date: one line per cluster by its best way, or all ways.
void print_running_by(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                      std::chrono::sys_days order, std::chrono::sys_days by, bool all_ways);

/// Scenarios beside each other, a column each.
void print_side_by_side(const std::vector<ScenarioColumn>& columns);

/// What is added to what is there already, what is sold, and what all of it would cost if it were bought
/// today, on some lines; nothing where the drawing does not say what is there already.
void print_increment(const Increment& increment, bool counts_samples, std::chrono::sys_days order);

} // namespace roofrack::cli
