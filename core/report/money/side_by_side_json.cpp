// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/money/side_by_side_json.h"

#include "core/report/parts/price_band_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json year_json(const ScenarioColumn& column) {
    if (!column.year) return nullptr;
    const ScenarioColumn::Weathered& year = *column.year;
    return {{"climate", year.climate},       {"hours", year.hours},
            {"held_hours", year.held_hours}, {"stopped_hours", year.stopped_hours},
            {"mean_rate", year.rate},        {"pue", year.pue},
            {"peak_w", year.peak.si()}};
}

} // namespace

Json side_by_side_json(const std::vector<ScenarioColumn>& columns) {
    Json out = Json::array();
    for (const ScenarioColumn& column : columns) {
        Json rules = Json::array();
        for (const ExportFlag& flag : column.exports)
            if (flag.applies) rules.push_back(flag.rule.name);
        const auto of_step = [&](const Json& value) { return column.runs() ? value : Json(nullptr); };
        const auto figure = [&](double value) { return of_step(finite_or_null(value)); };
        const auto of_run = [&](double value) {
            return column.time > Seconds(0) ? figure(value) : Json(nullptr);
        };
        out.push_back(
            {{"scenario", column.scenario},
             {"reason", column.reason},
             {"verdict", column.verdict},
             {"accelerator", filled_or_null(column.accelerator)},
             {"gpus", column.gpus},
             {"has_liquid", column.has_liquid},
             {"differs", column.differs},
             {"terms_differ", column.terms_differ},
             {"wall_step_s", figure(column.step.si())},
             {"wall_step_low_s", figure(column.step_low.si())},
             {"wall_step_high_s", figure(column.step_high.si())},
             {"counts", column.counts_samples ? "samples" : "tokens"},
             {"useful_rate", figure(column.useful_rate)},
             {"mfu", figure(column.mfu)},
             {"deployment", of_step(name_of(column.deployment))},
             {"capital_usd", of_step(band_json(column.capital))},
             {"gaps", column.gaps},
             {"usd_per_hour", figure(column.per_hour.si())},
             {"usd_per_million", figure(column.dollars_per_million)},
             {"run_s", of_run(column.time.si())},
             {"run_usd", of_run(column.run.si())},
             {"mean_w", figure(column.mean.si())},
             {"metered_w", figure(column.metered.si())},
             {"limit_w", column.site.power_limit ? Json(column.site.power_limit->si()) : Json(nullptr)},
             {"pue", figure(column.pue)},
             {"lead_weeks", of_step(band_json(column.lead_weeks))},
             {"done_weeks", column.done_weeks.likely > 0 ? band_json(column.done_weeks) : Json()},
             {"waits_for", of_step(column.waits_for)},
             {"run_energy_j", of_run(column.energy.si())},
             {"run_co2_kg", of_run(column.carbon)},
             {"run_water_m3", of_run(column.water)},
             {"binds", column.binds},
             {"licences", rules},
             {"year", year_json(column)},
             {"year_fault", column.year_fault}});
    }
    return out;
}

Json side_by_side_schema() {
    using namespace schema;
    return list_of(object({{"scenario", text},
                           {"reason", text},
                           {"verdict", text},
                           {"accelerator", text_or_null},
                           {"gpus", number},
                           {"has_liquid", boolean},
                           {"differs", list_of(text)},
                           {"terms_differ", list_of(text)},
                           {"wall_step_s", number_or_null},
                           {"wall_step_low_s", number_or_null},
                           {"wall_step_high_s", number_or_null},
                           {"counts", text},
                           {"useful_rate", number_or_null},
                           {"mfu", number_or_null},
                           {"deployment", text_or_null},
                           {"capital_usd", nullable(price_band_schema())},
                           {"gaps", text},
                           {"usd_per_hour", number_or_null},
                           {"usd_per_million", number_or_null},
                           {"run_s", number_or_null},
                           {"run_usd", number_or_null},
                           {"mean_w", number_or_null},
                           {"metered_w", number_or_null},
                           {"limit_w", number_or_null},
                           {"pue", number_or_null},
                           {"lead_weeks", nullable(price_band_schema())},
                           {"done_weeks", nullable(price_band_schema())},
                           {"waits_for", text_or_null},
                           {"run_energy_j", number_or_null},
                           {"run_co2_kg", number_or_null},
                           {"run_water_m3", number_or_null},
                           {"binds", text},
                           {"licences", list_of(text)},
                           {"year", nullable(object({{"climate", text},
                                                     {"hours", number},
                                                     {"held_hours", number},
                                                     {"stopped_hours", number},
                                                     {"mean_rate", number},
                                                     {"pue", number},
                                                     {"peak_w", number}}))},
                           {"year_fault", text}}));
}

} // namespace roofrack
