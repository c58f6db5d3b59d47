// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_scenarios.h"

#include <QString>

namespace roofrack {

/// "38 racks instead of 64"; "64 racks, as drawn"; ", another plan" where its own does not do;
/// " (41 would be slower)" where the most that keep the limit take a longer step; then how much of the limit
/// stays, and why there are no more: "; 36 kW unused: 39 racks take 1.23 MW", "; 561 kW unused: its racks are
/// there already". `is_brief`: the latter in as few words as there are, without what to do about it.
QString resized_racks_text(const EqualSize& size, bool is_brief = false);
/// Lines below the heading of a view of resized scenarios, each after a line break: how many racks they have,
/// those that do not meet the amount, notes, and cautions. Empty: all are as drawn, and none has a caution.
QString sizes_lines(const ComparedSizes& sizes);

} // namespace roofrack
