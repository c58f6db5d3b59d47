// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/facility.h"

#include "core/economics/economics.h"
#include "core/explain/rack_power.h"

namespace roofrack {

namespace {

constexpr double hours_a_year = 8760, months_a_year = 12;

/// r/(1 − (1 + r)^−n): what a year of the book life pays back of the price.
ExplanationPtr recovery_node(const Inputs& in) {
    const double life = in.impl().scenario.site.book_life_years;
    const Term interest = in.constant("ownership.interest", "interest a year"),
               years = in.site("book_life_years", life, "a");
    const ExplanationPtr factor = recorded(
        "capital recovery factor", capital_recovery(interest.value(), life), "1/a",
        interest.value() > 0 ? interest / (1.0 - to_power(1.0 + interest, 0.0 - years)) : 1.0 / years);
    return calculated("recovery less resale", "1/a",
                      Term(factor) - Term(in.constant("ownership.residual", "share left at the end")) *
                                         (Term(factor) - interest));
}

} // namespace

ExplanationPtr cost_per_hour_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    const Site& site = in.impl().scenario.site;
    const Term gpus = in.gpus();
    if (site.gpu_hour_price)
        return recorded("cost_per_hour", e.cost_per_hour.si(), "$/h",
                        gpus * in.site("gpu_hour_price", *site.gpu_hour_price, "$/h"));
    const PowerState& power = e.power;
    std::vector<Term> provisioned;
    if (power.elsewhere > Watts(0))
        provisioned.emplace_back(in.drawn("facility", "elsewhere", "elsewhere", power.elsewhere.si(), "W"));
    for (const RackState& rack : power.racks)
        provisioned.push_back(Term(in.drawn(rack.id, "count", "racks of " + rack.id, rack.count)) *
                              rack_peak_node(in, rack));
    const ExplanationPtr critical = calculated("critical power", "W", sum_of(std::move(provisioned)));
    const ExplanationPtr kilowatts = calculated("critical power a GPU", "kW", Term(critical) / 1e3 / gpus);
    const Term it = renamed(in.other("it_power", power.it.si(), "W"), "it"),
               pue = in.other("pue", power.pue, "");
    const ExplanationPtr load =
        calculated("mean share of the critical power", "", critical->value > 0 ? it / critical : Term(0.0));
    const Term price =
        in.site("capex_per_gpu", site.capex_per_gpu.value_or(in.impl().defaults->site.capex_per_gpu), "$");
    const auto all = [&](const char* name, const Term& each) { return calculated(name, "$/h", gpus * each); };
    const ExplanationPtr capital = all("capital", price * recovery_node(in) / hours_a_year);
    const ExplanationPtr space =
        all("space", months_a_year * Term(kilowatts) *
                         in.constant("ownership.colocation", "colocation a month") / hours_a_year);
    const ExplanationPtr energy =
        all("electricity",
            Term(kilowatts) * load * pue * in.site("electricity_price", site.electricity_price, "$/kWh"));
    const ExplanationPtr upkeep =
        all("upkeep", price * in.constant("ownership.operation", "operation a year") / hours_a_year);
    return noted(recorded("cost_per_hour", e.cost_per_hour.si(), "$/h",
                          sum_of({capital, space, energy, upkeep}), "capital recovery less resale"),
                 "owning: capital, space, power and upkeep an hour");
}

} // namespace roofrack
