// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/network_balance.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/plan_figures.h"
#include "core/base/units/common_units.h"
#include "core/facility/economics/running_cost.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr double network_factors[] = {0.125, 0.25, 0.5, 1, 2, 4};
constexpr double free_network = 1e9; ///< times what is drawn: it takes no time

/// The links out of the scale-up domain, and all above them.
Prepared with_network(const Prepared& drawn, double factor) {
    Prepared out = drawn;
    for (size_t level = 0; level < drawn.fabric().levels.size(); ++level)
        out = out.with_level_bandwidth(static_cast<int>(level), factor);
    return out;
}

struct PricedNetwork {
    double dollars = 0;
    std::vector<std::string> unpriced;
};

PricedNetwork price_of_network(const Capital& capital) {
    PricedNetwork out;
    for (const CapitalRow& row : capital.rows) {
        if (row.group != BillGroup::switch_ && row.group != BillGroup::optic && row.group != BillGroup::cable)
            continue;
        if (row.basis != PriceBasis::none)
            out.dollars += row.price.likely * capital.overhead();
        else if (std::ranges::find(out.unpriced, row.name) == out.unpriced.end())
            out.unpriced.push_back(row.name);
    }
    return out;
}

} // namespace

const NetworkChoice* NetworkBalance::drawn() const {
    const auto found = std::ranges::find(choices, 1.0, &NetworkChoice::factor);
    return found == choices.end() ? nullptr : &*found;
}

const NetworkChoice* NetworkBalance::cheapest() const {
    const auto found = std::ranges::min_element(choices, {}, &NetworkChoice::dollars_per_million);
    return found == choices.end() ? nullptr : &*found;
}

NetworkBalance network_balance(const Prepared& prepared, const NetworkBalanceOptions& options,
                               const std::stop_token& stop) {
    const Prepared::Impl& impl = prepared.impl();
    const Fabric& fabric = prepared.fabric();
    NetworkBalance out;
    if (fabric.gpus <= fabric.scale_up_domain) {
        out.reason = "all GPUs are in one scale-up domain";
        return out;
    }
    out.counts_samples = !impl.model.transformer;
    const PricedNetwork network = price_of_network(*impl.capital);
    out.unpriced = network.unpriced;
    out.hourly_share = hourly_share_of_capital(impl.scenario.site, *impl.defaults);
    const double drawn_per_hour = network.dollars * out.hourly_share;
    const double batch = batch_at(impl, fabric.gpus, ScaleMetric::goodput);
    const double units = batch * (out.counts_samples ? 1 : sequence_of(impl));

    /// The step, with the best plan for that network or as given; null: nothing runs.
    const auto run = [&](const Prepared& with) -> std::optional<PlanAtSize> {
        Plan plan = impl.scenario.plan;
        if (options.replan) {
            const FastestPlan best = fastest_plan(with, {}, {&plan, 1}, stop);
            out.reason = best.reason;
            if (!best.plan) return std::nullopt;
            plan = *best.plan;
        }
        StepSolver solver(with);
        PlanAtSize at;
        out.reason = try_plan(with, solver, plan, fabric.gpus, batch, at);
        return out.reason.empty() ? std::optional(at) : std::nullopt;
    };
    const std::optional<PlanAtSize> without = run(with_network(prepared, free_network));
    if (!without) return out;
    for (const double factor : network_factors) {
        if (stop.stop_requested()) break;
        const Prepared with = with_network(prepared, factor);
        const std::optional<PlanAtSize> at = run(with);
        if (!at) break;
        NetworkChoice choice;
        choice.factor = factor;
        choice.egress = with.fabric().levels.front().egress;
        choice.plan = at->plan;
        choice.step = Seconds(at->state.step);
        choice.progress = units / at->state.step;
        const double working = std::min(1.0, without->state.step / at->state.step);
        choice.waiting_gpus = fabric.gpus * (1 - working);
        choice.network = Dollars(network.dollars * factor);
        const RunningCost cost = running_cost(*with.impl().facility, at->state.duty, fabric.gpus, fabric.gpus,
                                              impl.scenario.site, *impl.capital, *impl.defaults);
        const double rest =
            dollars_per_million(Dollars(cost.per_hour.si() - drawn_per_hour), choice.progress);
        choice.for_network = dollars_per_million(Dollars(drawn_per_hour * factor), choice.progress);
        choice.for_work = rest * working;
        choice.for_waiting = rest * (1 - working);
        out.choices.push_back(choice);
        if (rest >= 0) continue;
        out.reason = "the network's price is more than the whole cluster's";
        break;
    }
    if (stop.stop_requested() || !out.reason.empty()) out.choices.clear();
    if (out.choices.empty()) return out;
    const double drawn = out.drawn()->dollars_per_million();
    for (NetworkChoice& choice : out.choices)
        choice.worth = Dollars((drawn - choice.for_work - choice.for_waiting) * seconds_an_hour *
                               choice.progress / 1e6 / out.hourly_share);
    return out;
}

void describe(figures::Builder<NetworkChoice>& f) {
    using namespace figures;
    using C = NetworkChoice;
    f.number("factor", &C::factor, number, "network, times", "what is drawn", always);
    f.number("egress_bytes_per_s", &C::egress, bytes_per_second, "a GPU",
             "bandwidth out of its scale-up domain");
    f.object("plan", &C::plan, "plan", "that it trains by");
    f.number("step_time_s", &C::step, seconds, "step", "with its checkpoints and failures", less);
    f.number("progress", &C::progress, per_second, "progress", "tokens (samples) of the wall clock", more);
    f.number("waiting_gpus", &C::waiting_gpus, count, "GPUs waiting",
             "their worth, against a network that takes no time", less);
    f.number("network_usd", &C::network, usd, "its price", "switches, optics and cables", less);
    f.number("worth_usd", &C::worth, usd, "worth",
             "what it may cost for a million to cost what it does as drawn; below zero: nothing");
    f.number(
        "usd_per_million", [](const C& c) { return c.dollars_per_million(); }, usd_per_million,
        "$ per million", "tokens (samples)", less);
    f.number("of_network", &C::for_network, usd_per_million, "network",
             "$ per million for the network itself", less);
    f.number("of_work", &C::for_work, usd_per_million, "at work", "$ per million for all else at work", less);
    f.number("of_waiting", &C::for_waiting, usd_per_million, "waiting", "$ per million for all else, waiting",
             less);
}

void describe(figures::Builder<NetworkBalance>& f) {
    using namespace figures;
    using B = NetworkBalance;
    f.text("reason", &B::reason, "reason", "why nothing is chosen; empty: something is");
    f.text(
        "counts", [](const B& b) { return b.counts_samples ? "samples" : "tokens"; }, "counts",
        "what a million is of");
    f.list("choices", &B::choices, "networks", "from the cheapest to the dearest");
    f.number(
        "cheapest",
        [](const B& b) {
            const NetworkChoice* const choice = b.cheapest();
            return choice ? std::optional(choice->factor) : std::nullopt;
        },
        number, "cheapest", "network of the least $ per million, times what is drawn",
        Absent{"nothing is chosen"});
    f.list("unpriced", &B::unpriced, "without a price", "rows of the network: it costs more than that");
}

} // namespace roofrack
