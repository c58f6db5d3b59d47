// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"
#include "core/study/money/money_study.h"
#include "widgets/charts/chart_text.h"

namespace roofrack {

/// "$1.21", three digits; "not known" for what is no figure.
QString dollar_text(double value);
/// "$1.2M to $1.5M"; one figure where both ends are the same.
QString dollar_band_text(const PriceBand& band);
/// "34 weeks", "1 week".
QString week_text(double weeks);
/// "$37.9 per hour · $1.21 per million tokens · $3.1M in 12 days to the budget", and whether that is at
/// least.
QString money_line(const RunCost& run);

} // namespace roofrack
