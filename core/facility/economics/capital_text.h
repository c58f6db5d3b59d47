// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <string>

namespace roofrack {

/// The share of the parts' likely price that is estimated by class.
double estimated_share(const Capital& capital);

/// "capital $15.5M ($12.1M to $19.3M), 34 % of the parts estimated"; "capital incomplete, at least $15.5M
/// (…); without a price: “x” and 2 more"; "capital without the building $15.5M …" in one of its own.
std::string capital_text(const Capital& capital);

/// bill_csv() and what each row is taken to cost: price_basis,low_usd,likely_usd,high_usd,price_class,
/// with_space. Empty cells where no price is known.
std::string priced_bill_csv(const BillOfMaterials& bill, const Capital& capital);

} // namespace roofrack
