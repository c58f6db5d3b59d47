// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/side_by_side.h"

#include "core/engine/prepared_impl.h"
#include "core/study/money/run_cost.h"
#include "core/study/scenario_like.h"
#include "core/weather/year.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr const char* runs_freely = "runs";

/// The gravest thing that is wrong; where nothing is, whether clocks are held down.
std::string verdict_of(const Evaluation& evaluation) {
    const auto grave = std::ranges::find(evaluation.findings, Severity::critical, &Finding::severity);
    if (grave != evaluation.findings.end()) return grave->message;
    Clip clip = Clip::none;
    double slowest = 1;
    for (const RackState& rack : evaluation.power.racks)
        if (rack.clip != Clip::none && rack.speed < slowest) {
            slowest = rack.speed;
            clip = rack.clip;
        }
    constexpr double least_named = 0.995;
    if (clip == Clip::none || slowest > least_named) return runs_freely;
    return fmt::format("runs at {:.0f} % of the clock: {}", 100 * slowest, label_of(clip));
}

void fill_column(const Prepared& prepared, const Evaluation& evaluation, ScenarioColumn& out) {
    out.accelerator = prepared.impl().accelerators.front().name;
    out.gpus = evaluation.gpus;
    out.work = work_of(prepared);
    out.site = site_without_machines(prepared.scenario().site);
    out.has_storage = std::ranges::find(prepared.scenario().cluster.elements, ElementKind::storage,
                                        &Element::kind) != prepared.scenario().cluster.elements.end();
    out.binds = evaluation.binds;
    out.verdict = verdict_of(evaluation);
    out.is_held = evaluation.feasible && out.verdict != runs_freely;
    out.exports = export_flags(prepared);
    out.counts_samples = !prepared.impl().model.transformer;
    if (!evaluation.feasible || !(evaluation.step_time > Seconds(0))) {
        out.reason = evaluation.binds.empty() ? out.verdict : evaluation.binds;
        return;
    }
    const RunCost run = run_cost(prepared, evaluation);
    out.step = evaluation.step_time;
    out.step_low = evaluation.step_time_low;
    out.step_high = evaluation.step_time_high;
    out.useful_rate = run.useful_rate;
    out.mfu = evaluation.mfu;
    out.per_hour = run.per_hour;
    out.dollars_per_million = run.dollars_per_million;
    out.time = run.time;
    out.run = run.dollars;
    out.energy = run.energy;
    out.carbon = run.carbon;
    out.water = run.water;
    out.gaps = run.gaps;
    out.mean = evaluation.power.run_facility;
    out.metered = evaluation.power.metered;
    out.pue = evaluation.power.pue;
    for (const RackState& rack : evaluation.power.racks) out.has_liquid |= rack.heat_to_liquid > Watts(0);
    for (const DeploymentPath& path : deployment_paths(prepared, evaluation)) {
        if (!path.is_sites_own) continue;
        out.deployment = path.deployment;
        out.capital = path.capital;
        out.lead_weeks = path.lead_weeks;
        out.done_weeks = path.done_weeks;
        if (!path.lead.items.empty()) out.waits_for = label_of_lead(path.lead.items.front().what);
    }
}

Result<ScenarioColumn::Weathered> weathered(const Prepared& prepared, const Catalog& catalog,
                                            const std::filesystem::path& folder) {
    const auto climate = find_climate(prepared.scenario().site.climate, folder);
    if (!climate) return tl::unexpected(climate.error());
    const auto year = year_of(prepared, catalog, *climate);
    if (!year) return tl::unexpected(year.error());
    const YearSum& sum = year->total;
    return ScenarioColumn::Weathered{year->label, sum.hours, sum.throttled_hours, sum.stopped_hours, sum.rate,
                                     sum.pue(),   sum.peak};
}

} // namespace

ScenarioColumn scenario_column(const Scenario& scenario, const Catalog& catalog,
                               const std::filesystem::path& folder) {
    ScenarioColumn out;
    out.scenario = scenario.name;
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) {
        out.reason = out.verdict = prepared.error().text();
        return out;
    }
    fill_column(*prepared, evaluate(*prepared), out);
    if (!out.runs() || scenario.site.climate.empty()) return out;
    if (auto year = weathered(*prepared, catalog, folder))
        out.year = std::move(*year);
    else
        out.year_fault = year.error().text();
    return out;
}

void mark_differences(std::vector<ScenarioColumn>& columns) {
    const ScenarioColumn& first = columns.empty() ? ScenarioColumn() : columns.front();
    for (ScenarioColumn& column : columns) {
        const bool known = !column.accelerator.empty() && !first.accelerator.empty();
        column.differs = known ? work_differences(first.work, column.work) : std::vector<std::string>{};
        column.terms_differ = term_differences(first, column);
    }
}

std::vector<std::string> term_differences(const ScenarioColumn& one, const ScenarioColumn& other) {
    std::vector<std::string> out;
    if (one.accelerator.empty() || other.accelerator.empty()) return out;
    Site rest = other.site; // made like the first, term by term
    const auto take = [&](const char* name, auto... terms) {
        bool same = true;
        const auto settle = [&](auto term) {
            same = same && term(rest) == term(one.site);
            term(rest) = term(one.site);
        };
        (settle(terms), ...);
        if (!same) out.emplace_back(name);
    };
    take(
        "power limit", [](auto& site) -> auto& { return site.power_limit; });
    take(
        "air", [](auto& site) -> auto& { return site.dry_bulb; },
        [](auto& site) -> auto& { return site.wet_bulb; },
        [](auto& site) -> auto& { return site.altitude_m; },
        [](auto& site) -> auto& { return site.climate; });
    take(
        "cooling plant", [](auto& site) -> auto& { return site.plant; },
        [](auto& site) -> auto& { return site.pue; });
    take(
        "deployment", [](auto& site) -> auto& { return site.money.deployment; });
    take(
        "prices", [](auto& site) -> auto& { return site.electricity_price; },
        [](auto& site) -> auto& { return site.grid.demand_charge; },
        [](auto& site) -> auto& { return site.grid.tariff; }, [](auto& site) -> auto& { return site.money; },
        [](auto& site) -> auto& { return site.book_life_years; });
    take(
        "carbon intensity", [](auto& site) -> auto& { return site.carbon_intensity; });
    if (!(rest == one.site)) out.emplace_back("other terms of the site");
    if (one.has_storage != other.has_storage) out.emplace_back("storage");
    return out;
}

std::vector<ScenarioColumn> compare_scenarios(const Project& project, const Catalog& catalog,
                                              const std::filesystem::path& folder,
                                              const std::stop_token& stop) {
    std::vector<ScenarioColumn> out;
    for (const Scenario& scenario : project.scenarios) {
        if (stop.stop_requested()) break;
        out.push_back(scenario_column(scenario, catalog, folder));
    }
    mark_differences(out);
    return out;
}

} // namespace roofrack
