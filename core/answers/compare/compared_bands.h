// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"

#include <string>
#include <vector>

namespace roofrack {

/// Gives rows without a band of their own the one that they have by the step's, with its text: the step time,
/// as `evaluate` prints it, and what the run costs, of which an hour costs as much however long a step is,
/// with the likely prices. None where a price is missing. `scenarios`: the columns.
void add_step_bands(const std::vector<const Answers*>& scenarios, Comparison& comparison);

/// What the ends of a row's bands are: "range: lowest and highest price", of weeks "range: shortest and
/// longest wait", of add_step_bands() "band: holds 80 % of measured steps". Empty: no value has a band.
std::string ends_text(const ComparedRow& row);
/// The same of all rows in a phrase: "range, lowest to highest price or wait; of step time and $ of the run
/// the step's band". Empty: no row has a band.
std::string ranges_text(const Comparison& comparison);

/// Whether a value that is better than another one by the likely value of each may be the worse one within
/// their bands. False where neither has one.
bool bands_overlap(const ComparedValue& better, const ComparedValue& other, figures::Better side);
/// Marks the best values whose bands_overlap() with that of another one that may_be_best().
void mark_overlaps(Comparison& comparison);

} // namespace roofrack
