// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"
#include "core/step/engine/evaluate.h"

#include <string>
#include <string_view>

namespace roofrack {

/// Whether a figure, by its full name and its row, is in money and rests on what the drawn things cost. What
/// is paid for energy, water, space or rent does not.
bool rests_on_prices(std::string_view figure, const figures::Row& row);

/// Why such a figure is only the least that it may come to: "no price for “x” and 2 more". It may be held
/// against no other one. Empty: it is complete, or rests on no price. `evaluation` null: nothing is known.
std::string missing_price(std::string_view figure, const figures::Row& row, const Evaluation* evaluation);
/// The same of what is to be had before the first step.
std::string missing_capital_price(const Evaluation* evaluation);

/// "at least $43.3M", of a figure that has a missing_price(); else as it is.
std::string at_least_text(std::string text, const std::string& missing);

/// "no price for “x”, so it is never the best" of what is missing, or not confirmed; empty: nothing is.
std::string never_best_text(const std::string& missing);

} // namespace roofrack
