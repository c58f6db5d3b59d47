// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figures/shape.h"

#include <optional>

namespace roofrack::figures {

/// One number of a band, or all of it.
enum class BandPart { all, low, likely, high };
std::optional<BandPart> band_part(std::string_view name); ///< "low", "likely", "high"

/// A figure that a view names: a row of the shape, or an end of its band.
struct Column {
    const Row* row;
    BandPart part = BandPart::all;
};
/// Of "usd_per_million", "capital_usd.low". The name is one of the program's own: an unknown one ends it.
Column column_of(const Shape& shape, std::string_view name);

/// The number of a figure as it is stored; of a band its likely one. NaN: it is absent, or no number.
double number_of(Object object, const Column& column);

/// Why the figure is absent: its gate, or its own value; empty: it is there.
std::string_view absence_of(Object object, const Row& row);

/// What stands in a cell of a table for people: a number without the unit that its heading names, label of a
/// choice, "a, b" of a list; where it is absent, what its gate says there.
std::string cell_of(Object object, const Column& column);

} // namespace roofrack::figures
