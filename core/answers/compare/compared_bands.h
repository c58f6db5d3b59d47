// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"
#include "core/step/engine/evaluation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Whether a figure has no band of its own and one by the step's: the step time, as `evaluate` prints it;
/// rates, MFU and HFU; days, dollars, energy, CO2e and water of the run, of which an hour takes as much
/// however long a step is, with the likely prices.
bool has_band_by_step(std::string_view figure);
/// The band of such a figure; none: there is no step.
std::optional<figures::BandValue> band_by_step(std::string_view figure, const Evaluation& evaluation,
                                               double number);
/// Gives these rows their bands, with the texts; none where a price is missing. `scenarios`: the columns.
void add_step_bands(const std::vector<const Answers*>& scenarios, Comparison& comparison);

/// What the ends of a row's bands are: "range: lowest and highest price", of weeks "range: shortest and
/// longest wait", where a run follows "…, each with the run by that end of the step's band", of
/// add_step_bands() "band: holds 80 % of measured steps". Empty: no value has a band.
std::string ends_text(const ComparedRow& row);
/// The same of all rows in a phrase: "range, lowest to highest price or wait; of step, rates and run the
/// step's band". Empty: no row has a band.
std::string ranges_text(const Comparison& comparison);

/// Whether the better of two by their likely values may be the worse one within their bands.
bool bands_overlap(const figures::BandValue& better, const figures::BandValue& other, figures::Better side);
/// Marks the best values whose bands_overlap() with that of another one that may_be_best().
void mark_overlaps(Comparison& comparison);

} // namespace roofrack
