// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/increment.h"

#include "core/base/figures/builder.h"
#include "core/drawing/bill/procurement.h"
#include "core/facility/economics/cost_figures.h"
#include "core/facility/economics/critical_power.h"
#include "core/facility/economics/running_cost.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/scenario_like.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// With the plan as given where it runs there, else by the fastest.
Result<Prepared> prepared_today(const Scenario& scenario, const Catalog& catalog, TodaysCluster& out,
                                const std::stop_token& stop) {
    auto given = Prepared::make(scenario, catalog);
    if (!given) return given;
    EvaluateOptions options;
    options.findings = false;
    if (evaluate(*given, options).feasible) return given;
    std::string reason;
    const Scenario planned = with_fastest_plan(scenario, catalog, &reason, stop);
    if (!reason.empty()) return fail("/plan", reason, "");
    out.is_other_plan = true;
    return Prepared::make(planned, catalog);
}

TodaysCluster today_of(const Prepared& prepared, const Catalog& catalog, const std::stop_token& stop) {
    TodaysCluster out;
    out.dollars_per_million = std::nan("");
    Scenario scenario = prepared.scenario();
    scenario.cluster = cluster_of_today(std::move(scenario.cluster));
    const auto has_server = [](const Element& element) { return element.kind == ElementKind::server; };
    if (std::ranges::none_of(scenario.cluster.elements, has_server)) {
        out.reason = "no server is there already";
        return out;
    }
    const auto today = prepared_today(scenario, catalog, out, stop);
    if (!today) {
        out.reason = today.error().what;
        return out;
    }
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate(*today, options);
    out.gpus = today->fabric().gpus;
    if (!evaluation.feasible || !(evaluation.step_time > Seconds(0))) {
        out.reason = evaluation.binds.empty() ? "the plan does not run" : evaluation.binds;
        return out;
    }
    const RunCost run = run_cost(*today, evaluation);
    out.useful_rate = run.useful_rate;
    out.per_hour = run.per_hour;
    out.dollars_per_million = run.dollars_per_million;
    return out;
}

PriceBand less_income(const PriceBand& band, double income) {
    return {band.low - income, band.likely - income, band.high - income};
}

} // namespace

PriceBand done_weeks_after(const PriceBand& lead_weeks, const Evaluation& evaluation) {
    return evaluation.time_to_budget > Seconds(0) ? lead_weeks + weeks_of_run(evaluation) : PriceBand{};
}

Increment increment_of(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                       const std::stop_token& stop) {
    Increment out;
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
    const Prepared::Impl& impl = prepared.impl();
    const Capital& capital = *evaluation.capital;
    const Site& site = impl.scenario.site;
    out.says_procurement = capital.says_procurement;
    out.gpus = capital.gpus;
    out.gpus_added = capital.gpus_bought;
    out.building = evaluation.building;
    out.added = capital.needed(evaluation.gpus, evaluation.building);
    out.owned = capital.owned();
    const Capital all = capital.as_bought();
    out.replacement =
        all.needed(evaluation.gpus, building_cost(site, critical_power(evaluation.power), *impl.defaults));
    out.income = capital.income();
    out.income_per_hour = evaluation.cost.sales;
    out.unknown = capital.unknown_income_text();
    out.sales = capital.sales;
    out.net = less_income(out.added, out.income);
    out.gaps = capital.incomplete_text();
    out.is_complete = capital.is_complete();
    const LeadTimes lead = lead_times(impl, evaluation, deployment_of(site));
    out.waits = lead.items;
    out.lead_weeks = lead.weeks();
    out.done_weeks = done_weeks_after(out.lead_weeks, evaluation);
    const RunCost run = run_cost(prepared, evaluation);
    out.useful_rate = run.useful_rate;
    out.replacement_hour = cost_parts_per_hour(evaluation.gpus, site, evaluation.power, all, *impl.defaults);
    out.replacement_per_million = dollars_per_million(Dollars(out.replacement_hour.total()), out.useful_rate);
    out.today = today_of(prepared, catalog, stop);
    out.rate_added = out.useful_rate - out.today.useful_rate;
    out.per_hour_added = run.per_hour - out.today.per_hour;
    out.dollars_per_million = std::nan("");
    if (capital.buys_nothing())
        out.no_million = "nothing is added";
    else if (!(out.rate_added > 0))
        out.no_million = "it trains no faster than what is there already";
    else if (!std::isfinite(out.per_hour_added.si()))
        out.no_million = "no price is known";
    else
        out.dollars_per_million = dollars_per_million(out.per_hour_added, out.rate_added);
    return out;
}

void describe(figures::Builder<Sale>& f) {
    using namespace figures;
    f.text("id", &Sale::id, "id", "of the drawn thing");
    f.text("name", &Sale::name, "name", "as drawn", names_item);
    f.number("count", &Sale::count, count, "count", "of them", always);
    f.number("usd_each", &Sale::price, usd, "sold for", "one of them, with what stands in it", more,
             Absent{"what is paid for it is not known", "not known"});
}

void describe(figures::Builder<TodaysCluster>& f) {
    using namespace figures;
    using T = TodaysCluster;
    const When runs = f.gate([](const T& t) { return t.runs(); }, "the work does not run on it");
    f.number("gpus", &T::gpus, count, "GPUs today", "that are there already, sold ones among them", always);
    f.text("reason", &T::reason, "reason", "why the work does not run on it; empty: it does");
    f.flag("is_other_plan", &T::is_other_plan, "another plan",
           "the plan as given does not run on it: the fastest that does");
    f.number("useful_rate", &T::useful_rate, per_second, "useful rate today",
             "tokens (samples) by the wall step", more, runs);
    f.number("usd_per_hour", &T::per_hour, usd_per_hour, "$ per hour today",
             "space, energy and operation of what is there", less, runs);
    f.number("usd_per_million", &T::dollars_per_million, usd_per_million, "$ per million today",
             "useful tokens (samples)", less, runs);
}

void describe(figures::Builder<Increment>& f) {
    using namespace figures;
    using I = Increment;
    const When sells = f.gate([](const I& i) { return i.has_sales(); }, "nothing is sold", "none");
    const When adds = f.gate([](const I& i) { return i.no_million.empty(); },
                             "nothing is added, or it trains no faster for it");
    const When budget = f.gate([](const I& i) { return i.done_weeks.likely > 0; },
                               "the workload has no token budget", "no budget");
    f.flag("says_procurement", &I::says_procurement, "procurement is given",
           "the drawing says what is there already; else all of it is added");
    f.number("gpus", &I::gpus, count, "GPUs", "that are drawn and stay", always);
    f.number("gpus_added", &I::gpus_added, count, "GPUs added", "of these", always);
    f.band("added_usd", &I::added, usd, "capital added", "what is bought before it runs, building included",
           less);
    f.number("building_usd", &I::building, usd, "building added", "part of it", less);
    f.band("owned_usd", &I::owned, usd, "owned, at today's prices",
           "what is there already and stays: not paid again", less);
    f.band("replacement_usd", &I::replacement, usd, "capital at replacement",
           "if all that stays were bought today", less);
    f.number("sales_usd", &I::income, usd, "income of sales", "of those whose price is known", more, sells);
    f.number("sales_usd_per_hour", &I::income_per_hour, usd_per_hour, "sales per hour",
             "spread over the depreciation", more, sells);
    f.text("sales_unknown", &I::unknown, "sales not known", "what is sold without a price; empty: nothing");
    f.list("sales", &I::sales, "sales", "what is sold");
    f.band("net_usd", &I::net, usd, "capital added less sales", "what is paid in the end", less);
    f.flag("is_complete", &I::is_complete, "complete", "all that is bought has a price");
    f.text("gaps", &I::gaps, "gaps", "what has no price; empty: all has one");
    f.band("lead_weeks", &I::lead_weeks, weeks, "weeks until the added runs", "from the order", less);
    f.band("done_weeks", &I::done_weeks, weeks, "when the run is done",
           "weeks from the order to the token budget", less, budget);
    f.list("waits_for", &I::waits, "waits for",
           "what must come before what is added runs, the longest first");
    f.object("today", &I::today, "today", "what is there already, evaluated by itself");
    f.number("useful_rate", &I::useful_rate, per_second, "useful rate", "of the drawing", more);
    f.number("rate_added", &I::rate_added, per_second, "rate added", "over today's", more, always);
    f.number("usd_per_hour_added", &I::per_hour_added, usd_per_hour, "$ per hour added", "over today's",
             less);
    f.number("usd_per_million_added", &I::dollars_per_million, usd_per_million, "$ per added million",
             "of the tokens (samples) that are added", less, adds);
    f.text("no_million", &I::no_million, "no added million", "why there is no $ per added million");
    f.object("replacement_usd_per_hour", &I::replacement_hour, "$ per hour at replacement",
             "if all were bought today, by what it is paid for");
    f.number("replacement_usd_per_million", &I::replacement_per_million, usd_per_million,
             "$ per million at replacement", "if all were bought today", less);
}

} // namespace roofrack
