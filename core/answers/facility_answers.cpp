// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/facility_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"

namespace roofrack {

namespace {

Result<FacilityStudy> facility_of(const Answers& answers, FacilityDepth depth) {
    const AsAsked* const asked = answers.value<AsAsked>();
    return found_from<Evaluation>(answers, [&](const Evaluation& evaluation) -> Result<FacilityStudy> {
        const auto& load = answers.snapshot().load;
        if (asked && evaluation.has_power() && !load)
            return facility_study(asked->prepared, evaluation, depth);
        const Scenario& scenario = answers.scenario();
        auto standing = standing_study(scenario, answers.catalog(),
                                       load.value_or(standing_load_of(scenario.site)), depth);
        // Where nothing draws power, or it cannot be understood, that there is no step comes first.
        if (!standing || standing->state.it <= Watts(0)) return tl::unexpected(why_no_step(evaluation));
        return standing;
    });
}

Weather weather_of(const Answers& answers, const Prepared& prepared, const std::stop_token& stop) {
    Weather out;
    const std::string& own = prepared.scenario().site.climate;
    const auto add = [&](const Climate& climate) {
        if (stop.stop_requested()) return;
        if (auto year = year_of(prepared, answers.catalog(), climate))
            out.years.push_back(std::make_shared<const Year>(std::move(*year)));
    };
    if (!own.empty()) {
        const auto climate = find_climate(own, answers.snapshot().folder);
        if (!climate) {
            out.fault = climate.error().text();
            return out;
        }
        add(*climate);
    }
    for (const BuiltInClimate& each : built_in_climates())
        if (each.name != own) add(*built_in_climate(each.name));
    return out;
}

} // namespace

template<>
Result<FacilityLoads> answer_of(const Answers& answers, const std::stop_token&) {
    auto study = facility_of(answers, FacilityDepth::loads);
    if (!study) return tl::unexpected(std::move(study.error()));
    return FacilityLoads{std::move(*study)};
}

template<>
Result<FacilityLevels> answer_of(const Answers& answers, const std::stop_token&) {
    auto study = facility_of(answers, FacilityDepth::levels);
    if (!study) return tl::unexpected(std::move(study.error()));
    return FacilityLevels{std::move(*study)};
}

template<>
Result<SupplyShortages> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<Evaluation>(answers, [&](const Evaluation& evaluation) -> Result<SupplyShortages> {
        if (!evaluation.feasible) return tl::unexpected(why_no_step(evaluation));
        const FacilityLevels* const levels = answers.value<FacilityLevels>();
        // A load that is assumed is not that of the run.
        if (!levels || levels->study.assumed) return SupplyShortages();
        return SupplyShortages{shortages(levels->study, answers.scenario().cluster)};
    });
}

template<>
Result<FacilityStudy> answer_of(const Answers& answers, const std::stop_token&) {
    return facility_of(answers, FacilityDepth::failures);
}

template<>
Result<PowerCaps> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<PowerCaps> {
            if (!evaluation.has_power()) return tl::unexpected(why_no_step(evaluation));
            return power_caps(asked.prepared, stop);
        });
}

template<>
Result<LoadSwingStudy> answer_of(const Answers& answers, const std::stop_token&) {
    return found_from<AsAsked, Evaluation, FacilityLoads, PowerCaps>(
        answers, [](const AsAsked& asked, const Evaluation& evaluation, const FacilityLoads& loads,
                    const PowerCaps& caps) {
            return load_swing_study(asked.prepared, evaluation, loads.study, caps);
        });
}

template<>
Result<Weather> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(
        answers, [&](const AsAsked& asked, const Evaluation& evaluation) -> Result<Weather> {
            if (!evaluation.feasible) return tl::unexpected(why_no_step(evaluation));
            return weather_of(answers, asked.prepared, stop);
        });
}

template<>
Result<RoomStudy> answer_of(const Answers& answers, const std::stop_token& stop) {
    if (const auto& load = answers.snapshot().load)
        return standing_room(answers.scenario(), answers.catalog(), *load);
    if (const AsAsked* const asked = answers.value<AsAsked>())
        return room_study(asked->prepared, answers.catalog(), PriceList::built_in(), stop);
    const Scenario& scenario = answers.scenario();
    auto standing = standing_room(scenario, answers.catalog(), standing_load_of(scenario.site));
    // Where nothing is drawn, or it cannot be understood, that there is no step comes first.
    if (!standing || standing->as_drawn.metered <= Watts(0))
        return tl::unexpected(why_missing(answers.get<AsAsked>()));
    return standing;
}

} // namespace roofrack
