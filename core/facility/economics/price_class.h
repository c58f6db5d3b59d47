// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/bill/bill_of_materials.h"
#include "core/facility/economics/price_list.h"

#include <optional>

namespace roofrack {

/// What a class is asked for, and how much of it one piece is.
struct PriceClass {
    std::string id; ///< row of PriceList::classes
    double amount = 1;
};

/// The class that estimates a row of the bill; none: it is not for sale, or lacks the figure that it goes by.
std::optional<PriceClass> price_class_of(const BillRow& row, const Part* part, const Catalog& catalog,
                                         const PriceList& prices);

/// What the price of space or of a building has in it: the hall's air cooling, and what stands before the
/// racks' own circuits.
bool comes_with_space(const BillRow& row, const Part* part);

} // namespace roofrack
