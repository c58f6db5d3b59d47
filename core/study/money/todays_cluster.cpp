// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/todays_cluster.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/money/run_cost.h"
#include "core/study/scaling.h"
#include "core/study/scenario_like.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

Evaluation evaluated_today(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

/// The plan of the drawing on as many replicas as are there, where it surely fits, or another one: nobody
/// chose that, and nothing is to be bought on the strength of a plan that may not run.
Plan plan_that_fits(const Prepared& open, const Catalog& catalog, const std::stop_token& stop,
                    std::string& reason) {
    const Evaluation same = evaluated_today(open);
    if (same.feasible && same.memory.verdict == MemoryVerdict::fits) return open.scenario().plan;
    return with_opening_plan(open.scenario(), catalog, stop, &reason).plan;
}

/// All that is drawn is there already and stays.
bool is_all_there(const Prepared& prepared) {
    const auto& capital = prepared.impl().capital;
    return capital && capital->buys_nothing() && capital->sales.empty();
}

bool are_alike_but_for_replicas(Plan one, const Plan& other) {
    one.dp = other.dp;
    return one == other;
}

/// Weeks from the order, all at one end of their bands: `alone` is what today's cluster takes by itself.
double done_after(double lead, double run, double alone) {
    if (!(alone > 0)) return lead + run;
    return alone <= lead ? alone : lead + run * (1 - lead / alone);
}

Meanwhile sold_meanwhile() {
    Meanwhile out;
    out.is_sold = true;
    return out;
}

} // namespace

TodaysDrawing todays_drawing(const Prepared& prepared, const Catalog& catalog, const std::stop_token& stop,
                             bool best_plan) {
    TodaysDrawing out;
    Scenario scenario = prepared.scenario();
    scenario.cluster = cluster_of_today(std::move(scenario.cluster), catalog);
    const auto has_server = [](const Element& element) { return element.kind == ElementKind::server; };
    if (std::ranges::none_of(scenario.cluster.elements, has_server)) {
        out.reason = "no server is there already";
        return out;
    }
    auto made = Prepared::make(scenario, catalog);
    const bool by_best = best_plan && !is_all_there(prepared);
    if (made && (by_best || !evaluated_today(*made).feasible)) {
        scenario.plan.dp = 0;
        made = Prepared::make(scenario, catalog);
        if (made)
            scenario.plan = by_best ? with_best_plan(*made, scenario, stop).plan
                                    : plan_that_fits(*made, catalog, stop, out.reason);
        if (!out.reason.empty()) return out;
        out.is_other_plan = !are_alike_but_for_replicas(scenario.plan, prepared.scenario().plan);
        made = Prepared::make(scenario, catalog);
    }
    if (made)
        out.prepared = std::move(*made);
    else
        out.reason = made.error().what;
    return out;
}

TodaysCluster todays_cluster(const TodaysDrawing& drawing) {
    TodaysCluster out;
    out.dollars_per_million = std::nan("");
    out.is_other_plan = drawing.is_other_plan;
    if (!drawing.prepared) {
        out.reason = drawing.reason;
        return out;
    }
    const Evaluation evaluation = evaluated_today(*drawing.prepared);
    out.gpus = drawing.prepared->fabric().gpus;
    if (!evaluation.feasible || !(evaluation.step_time > Seconds(0))) {
        out.reason = evaluation.binds.empty() ? "the plan does not run" : evaluation.binds;
        return out;
    }
    const RunCost run = run_cost(*drawing.prepared, evaluation);
    out.useful_rate = run.useful_rate;
    out.per_hour = run.per_hour;
    out.dollars_per_million = run.dollars_per_million;
    out.run_weeks = weeks_of_run(evaluation);
    return out;
}

double Meanwhile::weeks_before(const PriceBand& lead_weeks) const {
    return run_weeks.likely > 0 ? std::max(0.0, lead_weeks.likely - run_weeks.likely) : 0;
}

std::string Meanwhile::does_all_text(const PriceBand& lead_weeks) const {
    const double weeks = weeks_before(lead_weeks);
    if (!(weeks > 0)) return {};
    constexpr double told_in_days = 1.5; // weeks
    const double days = std::max(1.0, std::round(7 * weeks));
    const std::string early = weeks >= told_in_days ? fmt::format("{:.0f} weeks", weeks)
                              : days == 1           ? "1 day"
                                                    : fmt::format("{:.0f} days", days);
    return fmt::format("by the {} GPUs that are there already, {} before what is bought is ready",
                       format_count(gpus), early);
}

std::string Meanwhile::trains_none_text(const PriceBand& lead_weeks) const {
    return is_sold && lead_weeks.likely > 0
               ? "what is there already trains none of the run, as some of it is sold"
               : "";
}

Meanwhile meanwhile_of(const TodaysCluster& today, const Capital& capital) {
    if (!capital.sales.empty()) return sold_meanwhile();
    if (!today.runs()) return {};
    return {today.useful_rate, today.run_weeks, today.gpus, today.is_other_plan};
}

Meanwhile meanwhile_of(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                       const std::stop_token& stop, bool best_plan) {
    const Capital* const capital = evaluation.capital.get();
    if (!capital || !capital->says_procurement) return {};
    if (!capital->sales.empty()) return sold_meanwhile();
    return meanwhile_of(todays_cluster(todays_drawing(prepared, catalog, stop, best_plan)), *capital);
}

PriceBand weeks_of_run(const Evaluation& evaluation) {
    const double weeks = evaluation.time_to_budget / Seconds(seconds_a_week);
    return {weeks * (evaluation.step_time_low / evaluation.step_time), weeks,
            weeks * (evaluation.step_time_high / evaluation.step_time)};
}

PriceBand done_weeks_after(const PriceBand& lead_weeks, const Evaluation& evaluation,
                           const Meanwhile& meanwhile) {
    if (!(evaluation.time_to_budget > Seconds(0))) return {};
    const PriceBand run = weeks_of_run(evaluation), &alone = meanwhile.run_weeks;
    return {done_after(lead_weeks.low, run.low, alone.low),
            done_after(lead_weeks.likely, run.likely, alone.likely),
            done_after(lead_weeks.high, run.high, alone.high)};
}

double trained_after(double weeks, double lead_weeks, double useful_rate, double meanwhile_rate) {
    return seconds_a_week *
           (std::min(weeks, lead_weeks) * meanwhile_rate + std::max(0.0, weeks - lead_weeks) * useful_rate);
}

void describe(figures::Builder<TodaysCluster>& f) {
    using namespace figures;
    using T = TodaysCluster;
    const When runs = f.gate([](const T& t) { return t.runs(); }, "the work does not run on it");
    f.number("gpus", &T::gpus, count, "GPUs today", "that are there already, sold ones among them", always);
    f.text("reason", &T::reason, "reason", "why the work does not run on it; empty: it does");
    f.flag("is_other_plan", &T::is_other_plan, "another plan",
           "not by the plan of the drawing, but by one found for it");
    f.number("useful_rate", &T::useful_rate, per_second, "useful rate today",
             "tokens (samples) by the wall step", more, runs);
    f.number("usd_per_hour", &T::per_hour, usd_per_hour, "$ per hour today",
             "space, energy and operation of what is there", less, runs);
    f.number("usd_per_million", &T::dollars_per_million, usd_per_million, "$ per million today",
             "useful tokens (samples)", less, runs);
}

} // namespace roofrack
