// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"

#include <string>

namespace roofrack {

/// What the ends of a row's bands are: "range: lowest and highest price", of weeks "range: shortest and
/// longest wait". Empty: no value has a band.
std::string ends_text(const ComparedRow& row);
/// The same of all rows in a phrase: "range, lowest to highest price or wait". Empty: no row has a band.
std::string ranges_text(const Comparison& comparison);

/// Whether a value that is better than another one by the likely value of each may be the worse one within
/// their bands. False where neither has one.
bool bands_overlap(const ComparedValue& better, const ComparedValue& other, figures::Better side);

} // namespace roofrack
