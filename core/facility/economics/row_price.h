// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <map>
#include <string_view>

namespace roofrack {

/// The part of a row of the bill, and whether its price is the project's own.
struct PartOfRow {
    const Part* part = nullptr;
    bool has_own_price = false;
};
PartOfRow part_of_bill_row(const BillRow& row, const std::map<std::string_view, const Element*>& elements,
                           const std::map<std::string_view, const Link*>& links, const Catalog& catalog);

/// What one row of the bill costs, and on what that rests: the first of what capital_of() names.
CapitalRow priced(const BillRow& row, const PartOfRow& of, const Site& site, const Catalog& catalog,
                  const PriceList& prices);

} // namespace roofrack
