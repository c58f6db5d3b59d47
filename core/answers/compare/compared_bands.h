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

} // namespace roofrack
