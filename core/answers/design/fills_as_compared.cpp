// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/design/fills_as_compared.h"

#include "core/answers/compare/equal_size.h"
#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"
#include "core/step/engine/evaluate.h"
#include "core/step/search/fastest.h"
#include "core/study/scenario_like.h"

namespace roofrack {

namespace {

Evaluation evaluated_alone(const Prepared& prepared) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(prepared, options);
}

bool room_bears(const RoomCapacity& room, const Scenario& scenario, const Catalog& catalog) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return false;
    const auto fullest = room.fullest(*prepared);
    return !fullest || fullest->share() <= 1 + 1e-9;
}

/// Whether the room may bear as many of its racks as draw `most` W at the meter: whoever is sure that it does
/// not need not find how many those are.
bool may_room_bear(const RoomCapacity& room, const Scenario& scenario, double most, const Catalog& catalog) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return false;
    const auto fullest = room.fullest(*prepared);
    if (!fullest) return true;
    constexpr double nearly = 1.1; // racks are no whole share of the power
    return fullest->share() * most <= nearly * evaluated_alone(*prepared).power.metered.si();
}

/// The scenario with as many racks as a comparison at equal power gives it, so that both draw the same: a
/// resized drawing may take another number, since what stands beside its racks comes in whole units.
Scenario sized_as_compared(Scenario scenario, double power, const Catalog& catalog,
                           const std::stop_token& stop) {
    constexpr int most_rounds = 3;
    for (int round = 0; round < most_rounds && !stop.stop_requested(); ++round) {
        const Answers answers(Snapshot{.scenario = std::make_shared<const Scenario>(scenario)}, catalog);
        auto size = sized_to(answers, EqualBy::power, power, stop);
        if (!size || !size->meets || size->scenario == scenario) break;
        scenario = std::move(size->scenario);
        if (size->racks == size->drawn_racks && size->other_plan.empty()) break;
    }
    return scenario;
}

/// The scenario or, where its plan may not fit in memory, the same by the fastest plan that surely does:
/// where that is no more than most_slower slower, at most `most` W at the meter and no more than the room
/// bears. `may_resize`: it is sized as compared again, since another plan draws another power.
Scenario surely_fitting(Scenario scenario, double most, bool may_resize, const RoomCapacity& room,
                        const Catalog& catalog, const std::stop_token& stop) {
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return scenario;
    const Evaluation fastest = evaluated_alone(*prepared);
    if (!fastest.feasible || fastest.memory.verdict != MemoryVerdict::may_not_fit) return scenario;
    Scenario sure = with_sure_plan(scenario, catalog, stop);
    if (stop.stop_requested() || sure.plan == scenario.plan) return scenario;
    if (may_resize) sure = sized_as_compared(std::move(sure), most, catalog, stop);
    const auto by_sure = Prepared::make(sure, catalog);
    if (!by_sure) return scenario;
    const Evaluation found = evaluated_alone(*by_sure);
    const bool stands = found.feasible && found.memory.verdict == MemoryVerdict::fits &&
                        found.step_time.si() <= fastest.step_time.si() * (1 + most_slower) &&
                        found.power.metered.si() <= most * (1 + 1e-9) && room_bears(room, sure, catalog);
    return stands ? sure : scenario;
}

/// The scenario with as many racks as a comparison at `most` W at the meter gives it, where the room bears
/// those; then surely_fitting().
Scenario filled_as_compared(Scenario scenario, double most, const RoomCapacity& room, const Catalog& catalog,
                            const std::stop_token& stop) {
    bool may_resize = may_room_bear(room, scenario, most, catalog);
    if (may_resize) {
        Scenario compared = sized_as_compared(scenario, most, catalog, stop);
        may_resize = room_bears(room, compared, catalog);
        if (may_resize) scenario = std::move(compared);
    }
    return surely_fitting(std::move(scenario), most, may_resize, room, catalog, stop);
}

/// At a site that delivers `limit`.
FillSizer sizer_of(const Catalog& catalog, std::optional<Watts> limit) {
    return [&catalog, limit](Scenario drawn, double most, const RoomCapacity& room,
                             const std::stop_token& stop) {
        drawn.site.power_limit = limit;
        return filled_as_compared(std::move(drawn), most, room, catalog, stop);
    };
}

} // namespace

SiteAlternative fill_as_compared(const Prepared& prepared, const Evaluation& evaluation, const Part& server,
                                 std::optional<Watts> limit, FillPlace place, const Catalog& catalog,
                                 const std::stop_token& stop) {
    return site_fill(prepared, evaluation, server, catalog, stop, place, sizer_of(catalog, limit));
}

SiteAlternatives fills_as_compared(const Prepared& prepared, const Evaluation& evaluation,
                                   const Catalog& catalog, const std::stop_token& stop, bool best_plan) {
    const FillSizer sizer = sizer_of(catalog, prepared.scenario().site.power_limit);
    return site_fills(prepared, evaluation, catalog, stop, sizer, best_plan);
}

template<>
Result<SiteAlternatives> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<SiteAlternatives> {
            if (!(evaluation.step_time > Seconds(0))) return tl::unexpected(why_no_step(evaluation));
            return fills_as_compared(asked.prepared, evaluation, answers.catalog(), stop,
                                     answers.snapshot().plans_today());
        });
}

} // namespace roofrack
