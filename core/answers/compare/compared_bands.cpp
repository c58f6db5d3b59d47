// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/compared_bands.h"

#include "core/answers/compare/order_weeks.h"

#include <algorithm>

namespace roofrack {

namespace {

bool has_bands(const ComparedRow& row) {
    return std::ranges::any_of(row.values, [](const ComparedValue& value) { return value.band.has_value(); });
}

} // namespace

std::string ends_text(const ComparedRow& row) {
    if (!has_bands(row)) return {};
    return is_weeks_from_order(row.name) ? "range: shortest and longest wait"
                                         : "range: lowest and highest price";
}

std::string ranges_text(const Comparison& comparison) {
    return std::ranges::any_of(comparison.rows, has_bands) ? "range, lowest to highest price or wait"
                                                           : std::string();
}

bool bands_overlap(const ComparedValue& better, const ComparedValue& other, figures::Better side) {
    if (!better.band && !other.band) return false;
    const double sign = side == figures::Better::less ? -1 : 1;
    const auto ends = [&](const ComparedValue& value) {
        const figures::BandValue band =
            value.band.value_or(figures::BandValue{value.number, value.number, value.number});
        return std::minmax({sign * band.low, sign * band.high});
    };
    return ends(other).second > ends(better).first;
}

} // namespace roofrack
