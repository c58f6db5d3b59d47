// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <string>
#include <utility>
#include <vector>

namespace roofrack {

/// The share of the parts' likely price that is estimated by class.
double estimated_share(const Capital& capital);

/// The share of the parts' likely price that no page was read of: what is estimated by class, and what the
/// catalogue has from memory, as an opinion or as announced (is_confirmed()). What the project itself gives
/// is its own word, but where it says that it is remembered or announced. 0 where the site gives a price of
/// all.
double unconfirmed_share(const Capital& capital);

/// "90 % of the parts estimated by class"; empty where hardly any is.
std::string estimated_text(const Capital& capital);

/// The share of the parts' likely price that comes from figures of each status, the largest first; empty
/// where nothing has a price. What no price is known of counts nowhere.
std::vector<std::pair<Status, double>> shares_by_status(const Capital& capital);
/// "prices: 77 % from memory, 19 % judgement, 4 % confirmed"; empty where nothing has a price.
std::string price_status_text(const Capital& capital);
/// Where the price of a row is from, in a few words: "catalogue, from memory", "judgement, by class", "your
/// own, confirmed"; empty where none is known.
std::string price_status_text(const CapitalRow& row);
/// "$8k to $14k"; empty where none is known, or it is exact.
std::string price_range_text(const CapitalRow& row);
/// Who says the price, or which class it is estimated by; where none is known, why that of its base is not.
std::string price_source_text(const CapitalRow& row);

/// What is said of a drawing whose parts are all there already: "capital $0: all that is drawn is there
/// already", "capital added $6.33M: the building alone, what it is for is there already".
std::string nothing_bought_text(Dollars building);

/// "capital $15.5M ($12.1M to $19.3M), 34 % of the parts estimated by class"; "capital incomplete, at least
/// $15.5M (…); without a price: “x” and 2 more"; "capital without the building $15.5M …" in one of its own;
/// nothing_bought_text() where that is so.
std::string capital_text(const Capital& capital, Dollars building = Dollars(0));

/// bill_csv() and what each row is taken to cost: price_basis,low_usd,likely_usd,high_usd,price_class,
/// with_space,usd_status,usd_source,procurement,sale_usd. Empty cells where no price is known.
std::string priced_bill_csv(const BillOfMaterials& bill, const Capital& capital);

} // namespace roofrack
