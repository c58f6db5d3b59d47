// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/money.h"

#include "core/answers/explain/capital_terms.h"
#include "core/answers/explain/facility.h"
#include "core/answers/explain/rack_power.h"
#include "core/answers/explain/rates.h"
#include "core/base/units/common_units.h"
#include "core/facility/economics/capital.h"
#include "core/facility/economics/critical_power.h"
#include "core/facility/economics/running_cost.h"
#include "core/facility/facility_inputs.h"
#include "core/study/money/lead_times.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double a_million = 1e6;

Term interest_of(const Inputs& in) {
    return of_site(in, "interest", in.impl().scenario.site.money.interest, "ownership.interest",
                   "interest a year");
}

/// r/(1 − (1 + r)^−n): what a year pays back of the price.
ExplanationPtr recovery_factor(const std::string& name, const Term& interest, const Term& years) {
    return recorded(name, capital_recovery(interest.value(), years.value()), "1/a",
                    interest.value() > 0 ? interest / (1.0 - to_power(1.0 + interest, 0.0 - years))
                                         : 1.0 / years);
}

ExplanationPtr recovery_node(const Inputs& in) {
    const Site& site = in.impl().scenario.site;
    const Term interest = interest_of(in), years = in.site("book_life_years", site.book_life_years, "a");
    const Term factor = recovery_factor("capital recovery factor", interest, years);
    return calculated(
        "recovery less resale", "1/a",
        factor - of_site(in, "residual", site.money.residual, "ownership.residual", "share left at the end") *
                     (factor - interest));
}

/// Recovery of what is bought for the GPUs at work, $/h. What is there already is not paid again.
Term recovered_term(const Inputs& in, const Term& per_gpu) {
    const Capital& capital = *in.impl().capital;
    if (!capital.says_procurement) return in.gpus() * (per_gpu * recovery_node(in) / hours_a_year);
    const double gpus = in.evaluation().gpus;
    const Term bought = machines_node(in, "what is bought", CapitalOf::bought);
    const Term more = gpus == capital.gpus ? bought : bought + per_gpu * (in.gpus() - drawn_gpus(capital));
    return more * recovery_node(in) / hours_a_year;
}

/// $/h of the rent, with where it was offered.
Term rent_term(const Inputs& in, double rent) {
    const Site& site = in.impl().scenario.site;
    if (site.gpu_hour_price) return in.site("gpu_hour_price", *site.gpu_hour_price, "$/h");
    const Capital& capital = *in.impl().capital;
    const bool reserved = site.money.deployment == Deployment::reserved_cloud;
    std::vector<Term> offers;
    for (const PriceRow& offer : reserved ? capital.reserved : capital.on_demand)
        offers.emplace_back(leaf(offer.name, offer.band.likely, "$/h", {Origin::Kind::price, "", offer.id},
                                 fmt::format("{} ({})", offer.source, offer.date),
                                 std::string(name_of(offer.status))));
    // The median stands between two of them, or is one.
    std::ranges::sort(offers, {}, [](const Term& term) { return term.value(); });
    const size_t half = offers.size() / 2;
    const Term median = offers.size() % 2 == 1 ? offers[half] : (offers[half - 1] + offers[half]) / 2.0;
    return recorded("median of what clouds ask", rent, "$/h", median);
}

Term building_price_term(const Inputs& in) {
    const SiteMoney& money = in.impl().scenario.site.money;
    return of_site(in, "building_price", money.building_price,
                   money.deployment == Deployment::hyperscale_build ? "ownership.building_hyperscale"
                                                                    : "ownership.building",
                   "building a W of IT", "$/W");
}

/// $/kW and month: rented, or what the building comes to.
Term space_price(const Inputs& in) {
    const Site& site = in.impl().scenario.site;
    if (!has_own_building(site.money.deployment))
        return of_site(in, "space_price", site.money.space_price, "ownership.colocation",
                       "colocation a month", "$/kW a month");
    const Term price = building_price_term(in);
    const Term recovery = recovery_factor("recovery of the building", interest_of(in),
                                          in.constant("ownership.building_life", "life of the building"));
    return calculated("own building a month", "$/kW a month", 1e3 * price * recovery / months_a_year);
}

/// `to_house`: without what stands in space that is there already, of a hyperscale build all of it:
/// power_to_house().
ExplanationPtr critical_node(const Inputs& in, bool to_house = false) {
    const PowerState& power = in.evaluation().power;
    const Capital& capital = *in.impl().capital;
    const Deployment deployment = in.impl().scenario.site.money.deployment;
    const bool is_all = !to_house || capital.housed.empty() || deployment == Deployment::hyperscale_build;
    if (!is_all && !(power_to_house(power, capital, deployment) > Watts(0)))
        return noted(leaf("critical power to house", 0, "W", {Origin::Kind::bill, "", "housed"}, {}, "drawn"),
                     "all of it stands in space that is there already");
    const auto to_house_of = [](Term all, double share) {
        if (!(share < 1)) return all;
        return std::move(all) *
               leaf("share to house", share, "", {Origin::Kind::bill, "", "housed"}, {}, "drawn");
    };
    std::vector<Term> provisioned;
    if (power.unracked_power > Watts(0))
        provisioned.push_back(to_house_of(
            in.drawn("facility", "elsewhere", "power outside the racks", power.unracked_power.si(), "W"),
            is_all ? 1 : share_to_house(power, capital)));
    for (const RackState& rack : power.racks)
        if (const double share = is_all ? 1 : capital.share_to_house(rack.id); share > 0)
            provisioned.push_back(
                to_house_of(in.drawn(rack.id, "count", "racks of " + rack.id, rack.count), share) *
                rack_peak_node(in, rack));
    return calculated("critical power", "W", sum_of(std::move(provisioned)));
}

Term rate_term(const Inputs& in) {
    return in.evaluation().tokens_per_s > 0 ? tokens_per_s_node(in) : samples_per_s_node(in);
}

bool has_budget(const Inputs& in) { return in.impl().scenario.workload.token_budget > 0; }

constexpr const char* no_budget = "the workload has no token budget";

/// Tokens of the run: the budget, and what the plan's exchange of gradients costs besides.
Term run_tokens(const Inputs& in) {
    Term out = in.workload("token_budget", in.impl().scenario.workload.token_budget);
    if (const auto& price = in.evaluation().exchange; price && price->tokens != 1)
        out = std::move(out) *
              in.found("exchange", "tokens", "tokens to the same loss, times", price->tokens, "");
    return out;
}

/// Hours to the token budget.
ExplanationPtr run_hours(const Inputs& in) {
    const double budget = in.impl().scenario.workload.token_budget;
    if (!(budget > 0)) return not_known("hours of the run", "h", no_budget);
    const std::vector<RunStage>& ramp = in.evaluation().run.stages;
    std::vector<Term> hours;
    for (size_t i = 0; i < ramp.size(); ++i) {
        const auto of_stage = [&](const char* key, const char* name, double value, const char* unit) {
            return Term(in.found("run", fmt::format("stages/{}/{}", i, key), name, value, unit));
        };
        hours.emplace_back(
            calculated(fmt::format("hours at {} sequences a step", format_count(ramp[i].sequences)), "h",
                       of_stage("tokens", "tokens", ramp[i].tokens, "") /
                           of_stage("batch", "tokens a step", ramp[i].batch, "") *
                           of_stage("step_s", "step", ramp[i].step.si(), "s") / seconds_an_hour));
    }
    if (!hours.empty())
        return noted(calculated("hours of the run", "h", sum_of(std::move(hours))),
                     "a ramp of the batch, to the loss that the budget reaches at the full one");
    return calculated("hours of the run", "h", run_tokens(in) / rate_term(in) / seconds_an_hour);
}

} // namespace

ExplanationPtr capital_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    const char* const what = in.impl().capital->says_procurement ? "what is bought" : "what is drawn";
    const ExplanationPtr machines =
        machines_node(in, e.building > Dollars(0) ? what : "capital", CapitalOf::bought);
    if (!(e.building > Dollars(0)) || !in.impl().capital->has_price()) return renamed(machines, "capital");
    const ExplanationPtr building =
        recorded("building", e.building.si(), "$", Term(critical_node(in, true)) * building_price_term(in));
    return with_gaps(in, recorded("capital", e.capital->needed(e.gpus, e.building).likely, "$",
                                  Term(machines) + building));
}

ExplanationPtr cost_per_hour_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    const Prepared::Impl& impl = in.impl();
    const Site& site = impl.scenario.site;
    const Term gpus = in.gpus();
    if (const auto rent = rent_per_gpu_hour(site, *impl.capital)) {
        if (!std::isfinite(*rent)) return not_known("cost_per_hour", "$/h", "no rent of these GPUs is known");
        return recorded("cost_per_hour", e.cost_per_hour.si(), "$/h", gpus * rent_term(in, *rent));
    }
    const Term kilowatts = calculated("critical power a GPU", "kW", Term(critical_node(in)) / 1e3 / gpus);
    const Term it = renamed(in.other("run_it_power", e.power.run_it.si(), "W"), "IT power of the run"),
               pue = e.power.run_it > Watts(0)
                         ? calculated("PUE of the run", "",
                                      Term(in.other("run_power", e.power.run_facility.si(), "W")) / it)
                         : in.other("pue", e.power.pue, "");
    const Term load = calculated("mean share of the critical power", "",
                                 kilowatts.value() > 0 ? it / 1e3 / gpus / kilowatts : Term(0.0));
    const Term price = calculated("capital a GPU", "$",
                                  Term(machines_node(in, "what is drawn", CapitalOf::replacement)) /
                                      drawn_gpus(*impl.capital));
    const auto all = [&](const char* name, const Term& each) { return calculated(name, "$/h", gpus * each); };
    const bool is_housed = has_own_building(site.money.deployment) && !impl.capital->housed.empty();
    std::vector<Term> parts{calculated("capital", "$/h", recovered_term(in, price)),
                            is_housed
                                ? calculated("space", "$/h",
                                             months_a_year * (Term(critical_node(in, true)) / 1e3) *
                                                 space_price(in) / hours_a_year)
                                : all("space", months_a_year * kilowatts * space_price(in) / hours_a_year)};
    const Term tariff = site.grid.tariff.empty()
                            ? in.site("electricity_price", site.electricity_price, "$/kWh")
                            : noted(in.found("site", "mean_electricity_price", "mean price of the day",
                                             mean_electricity_price(site), "$/kWh"),
                                    "of the tariff's hours and of the others");
    parts.emplace_back(all("electricity", kilowatts * load * pue * tariff));
    parts.emplace_back(all(
        "upkeep",
        price * of_site(in, "operation", site.money.operation, "ownership.operation", "operation a year") /
            hours_a_year));
    if (e.cost.software > 0)
        parts.emplace_back(all(
            "software", of_site(in, "software", site.money.software, "", "licences of a GPU and year", "$") /
                            hours_a_year));
    if (e.cost.water > 0)
        parts.emplace_back(calculated(
            "water", "$/h",
            it / 1e3 * in.found("facility", "wue", "water a kWh of IT, L", e.power.wue) / 1e3 *
                of_site(in, "water_price", site.money.water_price, "ownership.water", "water", "$/m³")));
    if (e.cost.demand > 0)
        parts.emplace_back(
            calculated("demand charge", "$/h",
                       Term(in.found("facility", "metered_peak", "highest mean over the meter's window",
                                     e.power.metered.si(), "W")) /
                           1e3 *
                           leaf("demand charge", site.grid.demand_charge.value_or(0), "$/kW a month",
                                {Origin::Kind::site, "", "grid/demand_charge"}) *
                           months_a_year / hours_a_year));
    if (e.cost.sales > 0)
        parts.emplace_back(
            calculated("sales", "$/h",
                       -1.0 * Term(in.found("bill", "sales", "what is sold", impl.capital->income(), "$")) *
                           recovery_factor("recovery of the sales", interest_of(in),
                                           in.site("book_life_years", site.book_life_years, "a")) /
                           hours_a_year));
    const ExplanationPtr whole = recorded("cost_per_hour", e.cost_per_hour.si(), "$/h",
                                          sum_of(std::move(parts)), "capital recovery less resale");
    const std::string gaps = impl.capital->incomplete_text();
    return noted(whole, gaps.empty() ? "owning: capital, space, power and upkeep an hour" : gaps);
}

ExplanationPtr cost_per_million_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    const Term rate = rate_term(in);
    return with_gaps(in, recorded("cost_per_million", dollars_per_million(e.cost_per_hour, rate.value()), "$",
                                  Term(cost_per_hour_node(in)) / seconds_an_hour / rate * a_million));
}

ExplanationPtr run_cost_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    if (!has_budget(in)) return not_known("cost_of_run", "$", no_budget);
    return with_gaps(in,
                     recorded("cost_of_run", e.cost_per_hour.si() * e.time_to_budget.si() / seconds_an_hour,
                              "$", Term(cost_per_hour_node(in)) * run_hours(in)));
}

ExplanationPtr run_carbon_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    if (!has_budget(in)) return not_known("carbon_of_run", "kg", no_budget);
    return recorded("carbon_of_run", e.carbon_per_hour * e.time_to_budget.si() / seconds_an_hour, "kg",
                    Term(in.other("run_power", e.power.run_facility.si(), "W")) / 1e3 *
                        in.site("carbon_intensity", in.impl().scenario.site.carbon_intensity, "kg/kWh") *
                        run_hours(in));
}

ExplanationPtr run_time_node(const Inputs& in) {
    const double budget = in.impl().scenario.workload.token_budget,
                 time = in.evaluation().time_to_budget.si();
    if (!(budget > 0)) return not_known("time_of_run", "s", no_budget);
    if (!in.evaluation().run.stages.empty())
        return recorded("time_of_run", time, "s", Term(run_hours(in)) * seconds_an_hour);
    return recorded("time_of_run", time, "s", run_tokens(in) / rate_term(in));
}

ExplanationPtr run_energy_node(const Inputs& in) {
    const Evaluation& e = in.evaluation();
    if (!has_budget(in)) return not_known("energy_of_run", "J", no_budget);
    return recorded("energy_of_run", e.power.run_facility.si() * e.time_to_budget.si(), "J",
                    Term(in.other("run_power", e.power.run_facility.si(), "W")) * seconds_an_hour *
                        run_hours(in));
}

ExplanationPtr lead_time_node(const Inputs& in) {
    const LeadTimes lead = lead_times(in.impl(), in.evaluation(), deployment_of(in.impl().scenario.site));
    const auto wait = [](const LeadItem& item) {
        const ExplanationPtr weeks =
            leaf(std::string(label_of_lead(item.what)), item.weeks.likely, "weeks",
                 {Origin::Kind::price, "", item.what}, item.source, std::string(name_of(item.status)));
        if (!(item.weeks.low < item.weeks.high)) return weeks;
        return noted(weeks, fmt::format("{:g} to {:g} weeks", item.weeks.low, item.weeks.high));
    };
    std::vector<Term> waits;
    for (const LeadItem& item : lead.items) waits.emplace_back(wait(item));
    Term weeks =
        waits.empty() ? Term(0.0) : Term(calculated("longest wait", "weeks", largest(std::move(waits))));
    if (lead.commissioning) weeks = weeks + wait(*lead.commissioning);
    const ExplanationPtr node =
        recorded("lead_time", lead.weeks().likely, "weeks", weeks, "all waits begin with the order");
    return lead.connection.empty() ? node : noted(node, lead.connection);
}

ExplanationPtr metered_node(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    const double window = in.impl().facility->inputs().meter_window.si();
    const ExplanationPtr share =
        noted(in.found("facility", "meter_share", "how much of that a window holds", power.windows.meter),
              fmt::format("of the meter, {}; steps of {}", format_quantity(window, Dimension::time, 3),
                          format_quantity(in.evaluation().step_time.si(), Dimension::time, 3)));
    const ExplanationPtr above =
        in.found("facility", "above_mean", "compute phase above the mean, IT", power.above_mean.si(), "W");
    const Term seen = calculated("IT above its mean over the window", "W", Term(share) * above);
    const double losses = power.metered.si() - power.facility.si() - seen.value();
    return noted(
        recorded("metered_power", power.metered.si(), "W",
                 Term(power_node(in)) + seen +
                     in.found("facility", "meter_losses", "overheads of that, of the supply", losses, "W")),
        "what the site's limit and the demand charge count");
}

} // namespace roofrack
