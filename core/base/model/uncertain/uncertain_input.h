// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// How the values of an input that is not known for sure are spread.
enum class SpreadKind {
    triangular, ///< low–likely–high: from the least to the most, the likely one the most often
    uniform,    ///< each between low and high as likely
    normal,     ///< low and high hold the middle 80 %: they are its 10 % and 90 % quantiles
    log_normal, ///< the same of its logarithm
    values,     ///< each of a list as likely
};
inline constexpr std::array spread_kinds{SpreadKind::triangular, SpreadKind::uniform, SpreadKind::normal,
                                         SpreadKind::log_normal, SpreadKind::values};
std::string_view name_of(SpreadKind kind); ///< "triangular", "log-normal" …

/// An input of a scenario that may have other values than the one that it has.
struct UncertainInput {
    std::string input; ///< its address: "/site/electricity_price"
    SpreadKind kind = SpreadKind::triangular;
    /// In the unit of a bare number of that input in the project file. Likely: of a triangle; none: the value
    /// that the input has.
    std::optional<double> low, likely, high;
    std::vector<std::string> values; ///< as `--set` takes them; of SpreadKind::values alone
    UnknownKeys unknown;
    bool operator==(const UncertainInput&) const = default;
};

/// Most of a scenario, and most values of one list.
inline constexpr size_t most_uncertain_inputs = 64, most_tried_values = 1000;

} // namespace roofrack
