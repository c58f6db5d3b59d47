// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/cost_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

std::vector<CapitalGroup> capital_groups(const Capital& capital) {
    std::vector<CapitalGroup> out;
    for (const BillGroup group : {BillGroup::server, BillGroup::switch_, BillGroup::optic, BillGroup::cable,
                                  BillGroup::storage, BillGroup::rack, BillGroup::feed, BillGroup::cooling})
        if (const PriceBand sum = capital.of(group); sum.high > 0) out.push_back({group, sum});
    return out;
}

void describe(figures::Builder<OwnershipCost>& f) {
    using namespace figures;
    using C = OwnershipCost;
    f.number(
        "total", [](const C& c) { return c.total(); }, usd_per_hour, "per hour", "all parts of an hour", less,
        Explain{"cost_per_hour"});
    f.number("capital", &C::capital, usd_per_hour, "capital", "recovery of what is bought", less);
    f.number("space", &C::space, usd_per_hour, "space", "rent of space with power, or its own building",
             less);
    f.number("energy", &C::power, usd_per_hour, "energy", "drawn at the meter, at the site's tariff", less);
    f.number("demand", &C::demand, usd_per_hour, "demand charge", "of the utility for the highest power",
             less);
    f.number("operation", &C::operation, usd_per_hour, "operation", "staff and support", less);
    f.number("software", &C::software, usd_per_hour, "software", "licences", less);
    f.number("water", &C::water, usd_per_hour, "water", "used by the cooling", less);
    f.number("rent", &C::rent, usd_per_hour, "rent", "of a cloud, instead of all others", less);
    f.number("sales", &C::sales, usd_per_hour, "sales",
             "what is sold, spread over the book life: taken off the sum", more);
}

void describe(figures::Builder<CapitalRow>& f) {
    using namespace figures;
    using R = CapitalRow;
    const When priced = f.gate([](const R& r) { return r.basis != PriceBasis::none; }, "no price is known");
    f.choice("group", &R::group, "group", "kind of part");
    f.choice("procurement", &R::procurement, "ownership", "to buy, there already, or to sell");
    f.text("part", &R::part, "part", "id in the catalogue", Absent{"it has no part"});
    f.text("name", &R::name, "name", "what it is called", names_item);
    f.number("count", &R::count, count, "count", "pieces of the bill", always);
    f.number("length_m", &R::length, metres, "length", "of a cable", Absent{"no cable"});
    f.choice("basis", &R::basis, "price from", "where the price is from");
    f.band("usd", &R::price, usd, "price", "of all of them", less, priced);
    f.number("sale_usd", &R::sale, usd, "sold for", "all of them, as far as it is known", more,
             Absent{"it is not sold, or what it brings is not known"});
    f.number("pieces", &R::pieces, count, "pieces priced", "that the price is of", always);
    f.text("unit", &R::unit, "unit", "of a price by class");
    f.text("price_class", &R::price_class, "price class", "row of the price list",
           Absent{"the price is no estimate"});
    f.choice("status", &R::status, "status", "how sure the price is");
    f.text("source", &R::source, "source", "of the price");
    f.flag("with_space", &R::with_space, "comes with the space",
           "not in the sums: the price of space has it");
}

void describe(figures::Builder<CapitalGroup>& f) {
    using namespace figures;
    f.choice("group", &CapitalGroup::group, "group", "kind of part", names_item);
    f.band("usd", &CapitalGroup::price, usd, "price", "of all its rows", less);
}

} // namespace roofrack
