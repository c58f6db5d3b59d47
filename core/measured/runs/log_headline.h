// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/run_headline.h"

#include <optional>

namespace roofrack {

/// What the first log with step times tells: where a step's time went by the program's own timers, else how
/// long steps are and how even, and what the run was spent on; who was late, or why it does not tell and
/// which option would. Nothing where no log tells a time.
std::optional<RunHeadline> log_headline(const TraceResult& trace);

} // namespace roofrack
