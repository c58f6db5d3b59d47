// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/shape.h"

#include <optional>

namespace roofrack::figures {

/// One number of a band, or all of it.
enum class BandPart { all, low, likely, high };
std::optional<BandPart> band_part(std::string_view name); ///< "low", "likely", "high"
/// The part of a row that `name` asks for: where the row is a band, or a range, which has no likely one.
std::optional<BandPart> part_of_row(const Row& row, std::string_view name);

/// A figure that a view or a table names.
struct Column {
    std::vector<const Row*>
        way; ///< the objects that hold it, from the outside; none: it is a row of the shape itself
    const Row* row;
    BandPart part = BandPart::all;
};
/// The column of "usd_per_million", "year.mean_rate", "capital_usd.low". The name is one of the program's
/// own: an unknown one ends it.
Column column_of(const Shape& shape, std::string_view name);

/// The object that holds the figure, while it lives, or why there is none.
struct Holder {
    Object object;                  ///< no data where there is none
    std::string_view because, cell; ///< why, and the same in a cell of a table
};
class HolderSink {
public:
    template<class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, HolderSink>) HolderSink(F&& take)
        : m_take(const_cast<void*>(static_cast<const void*>(&take)))
        , m_call([](void* to, const Holder& holder) {
            (*static_cast<std::remove_reference_t<F>*>(to))(holder);
        }) {}
    void operator()(const Holder& holder) const { m_call(m_take, holder); }

private:
    void* m_take;
    void (*m_call)(void*, const Holder&);
};
/// Follows the column's way and calls `take` once; an absent figure has no holder.
void reach(Object object, const Column& column, const HolderSink& take);

/// The number of a figure as it is stored; of a band its likely one. NaN: it is absent, or no single
/// number.
double number_of(Object object, const Column& column);

/// Why the figure is absent: a gate, an object that is not there, or its own value; empty: it is there.
std::string absence_of(Object object, const Column& column);

/// What stands in a cell of a table for people: a number without the unit that its heading names, label of a
/// choice, "a, b" of a list; where it is absent, what its gate says there.
std::string cell_of(Object object, const Column& column);

} // namespace roofrack::figures
