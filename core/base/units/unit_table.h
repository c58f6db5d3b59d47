// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity_text.h"

#include <optional>
#include <span>
#include <string>

namespace roofrack::detail {

/// Which SI prefixes a unit may carry. Bytes and dollars have no milli: "mB" is a typing error for "MB".
enum class Prefixes { none, up, all, binary };

/// A spelling of a unit: value in SI = number × factor + offset.
struct UnitSpelling {
    std::string_view text;
    double factor = 1;
    Prefixes prefixes = Prefixes::none;
    double offset = 0;
    bool plain = false; ///< a ratio such as "%": may be multiplied with a number that has a unit
};

std::span<const UnitSpelling> units_of(Dimension dimension);
/// The unit that a prefix alone means ("400G", "3.2k"); nothing where it would be ambiguous.
std::optional<UnitSpelling> bare_unit(Dimension dimension);
/// "a power", "a rate in bytes": for messages.
std::string_view dimension_name(Dimension dimension);
/// "Gb/s, TB/s": spellings to offer in a message.
std::string_view example_units(Dimension dimension);

struct Match {
    UnitSpelling unit;
    double scale = 1;  ///< scale of the prefix
    size_t length = 0; ///< bytes of text consumed; 0: no match
};
/// The longest unit of the dimension at the start of text. With `after_dollar` the "$" of the unit was
/// already read.
Match match_unit(std::string_view text, Dimension dimension, bool after_dollar = false);
/// The spelling that differs from the text's first word in case only, e.g. "kW" for "KW"; empty when there is
/// none.
std::string same_but_case(std::string_view text, Dimension dimension);

} // namespace roofrack::detail
