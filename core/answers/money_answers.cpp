// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/money_answers.h"

#include "core/answers/facility_answers.h"
#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/site_terms.h"

namespace roofrack {

namespace {

/// Takes the prices and terms of another site that only change what is paid: no plan is better or worse for
/// them.
void take_what_is_paid(Site& to, const Site& from) {
    take_prices_of(to, from);
    to.electricity_price = from.electricity_price;
    to.gpu_hour_price = from.gpu_hour_price;
    to.book_life_years = from.book_life_years;
}

bool buys_nothing(const Prepared& of) { return of.impl().capital && of.impl().capital->buys_nothing(); }

/// What was there already in `before`, in the same drawing at what is paid now; none: more is another.
std::optional<StandsToday> at_other_prices(const StandsToday& before, const Prepared& asked,
                                           const Catalog& catalog) {
    Scenario as_before = asked.scenario();
    take_what_is_paid(as_before.site, before.asked.scenario().site);
    if (as_before != before.asked.scenario() || buys_nothing(asked) != buys_nothing(before.asked))
        return std::nullopt;
    StandsToday out{asked, before.drawing, before.is_all};
    if (!out.drawing.prepared) return out;
    Scenario today = out.drawing.prepared->scenario();
    today.site = asked.scenario().site;
    auto made = out.drawing.prepared->with(std::move(today), catalog);
    if (!made) return std::nullopt;
    out.drawing.prepared = std::move(*made);
    return out;
}

} // namespace

template<>
Result<RunCost> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [](const AsAsked& asked, const Evaluation& evaluation) {
        return run_cost(asked.prepared, evaluation);
    });
}

template<>
Result<MoneyStudy> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        const bool runs = evaluation.step_time > Seconds(0) && evaluation.capital;
        const auto* const today = runs ? answers.value<StandsToday>() : nullptr;
        return money_study(asked.prepared, evaluation, today ? today->drawing : TodaysDrawing(),
                           answers.catalog(), stop);
    });
}

template<>
Result<StandsToday> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked>(answers, [&](const AsAsked& asked) {
        const auto earlier = answers.earlier<StandsToday>();
        const bool plans_today = answers.snapshot().plans_today();
        if (earlier.answer && *earlier.answer && earlier.of->plans_today() == plans_today)
            if (auto kept = at_other_prices(**earlier.answer, asked.prepared, answers.catalog()))
                return std::move(*kept);
        StandsToday out{asked.prepared, todays_drawing(asked.prepared, answers.catalog(), stop, plans_today)};
        out.is_all = out.drawing.prepared &&
                     out.drawing.prepared->scenario().cluster == asked.prepared.scenario().cluster;
        return out;
    });
}

template<>
Result<TrainsMeanwhile> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        TrainsMeanwhile out;
        if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return out;
        const Site& site = asked.prepared.scenario().site;
        out.lead_weeks = lead_times(asked.prepared.impl(), evaluation, deployment_of(site)).weeks();
        if (!(out.lead_weeks.likely > 0) || !(evaluation.time_to_budget > Seconds(0))) return out;
        if (!evaluation.capital->says_procurement) return out;
        const bool has_sales = !evaluation.capital->sales.empty(); // then it trains nothing
        const auto* const today = has_sales ? nullptr : answers.value<StandsToday>();
        out.meanwhile =
            meanwhile_of(today ? todays_cluster(today->drawing) : TodaysCluster(), *evaluation.capital);
        return out;
    });
}

std::string done_meanwhile(const Answers& answers) {
    const auto* const now = answers.value<TrainsMeanwhile>();
    return now ? now->meanwhile.does_all_text(now->lead_weeks) : std::string();
}

std::string trains_none(const Answers& answers) {
    const auto* const now = answers.value<TrainsMeanwhile>();
    return now ? now->meanwhile.trains_none_text(now->lead_weeks) : std::string();
}

template<>
Result<NetworkBalance> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked>(answers, [&](const AsAsked& asked) {
        return network_balance(asked.prepared, {.replan = answers.snapshot().best_plan}, stop);
    });
}

template<>
Result<RunTotals> answer_of(const Answers& answers, const std::stop_token&) {
    const Evaluation* evaluation = answers.value<Evaluation>();
    if (!evaluation) return fail("", "stopped", "ask again");
    if (!evaluation->feasible) return tl::unexpected(why_no_step(*evaluation));
    const Site& site = answers.scenario().site;
    const Weather* weather = site.climate.empty() ? nullptr : answers.value<Weather>();
    if (weather && weather->years.empty())
        return fail("/site/climate", weather->fault, "name another climate, or a file of hours");
    const auto totals = run_totals(*evaluation, site, answers.catalog().defaults(), {},
                                   weather ? weather->years.front().get() : nullptr);
    if (!totals)
        return fail("/workload/token_budget", "the run has no end", "give the workload a token budget");
    return *totals;
}

} // namespace roofrack
