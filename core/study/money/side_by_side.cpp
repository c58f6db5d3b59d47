// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/side_by_side.h"

#include "core/engine/prepared_impl.h"
#include "core/figures/builder.h"
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

void describe(figures::Builder<ScenarioColumn::Weathered>& f) {
    using namespace figures;
    using Y = ScenarioColumn::Weathered;
    f.text("climate", &Y::climate, "climate", "in words");
    f.number("hours", &Y::hours, hours, "hours", "of the year", always);
    f.number("held_hours", &Y::held_hours, hours, "hours held back", "a clock is lower than in the best hour",
             less, always);
    f.number("stopped_hours", &Y::stopped_hours, hours, "hours stopped", "nothing runs", less, always);
    f.number("mean_rate", &Y::rate, share, "work of the year", "of what it does in the fastest hour", more,
             always);
    f.number("pue", &Y::pue, ratio, "PUE", "mean of the year", less, always);
    f.number("peak_w", &Y::peak, megawatts, "peak power", "at the meter, in the highest hour", less, always);
}

void describe(figures::Builder<ScenarioColumn>& f) {
    using namespace figures;
    using C = ScenarioColumn;
    const When runs = f.gate([](const C& c) { return c.runs(); }, "it does not run");
    const When budget = f.gate(
        runs, [](const C& c) { return c.time > Seconds(0); }, "the workload has no token budget",
        "no budget");
    const When done = f.gate(
        runs, [](const C& c) { return c.done_weeks.likely > 0; },
        "no token budget, or no day on which it runs");
    f.text("scenario", &C::scenario, "scenario", "its name", names_item);
    f.text("reason", &C::reason, "reason", "why it does not run; empty: it does");
    f.text("verdict", &C::verdict, "verdict", "that it runs, or what is wrong with it");
    f.text("accelerator", &C::accelerator, "accelerator", "the most common one",
           Absent{"it cannot be prepared", "–"});
    f.number("gpus", &C::gpus, count, "GPUs", "that work", always);
    f.flag("has_liquid", &C::has_liquid, "liquid cooling", "some of its heat leaves in liquid");
    f.list("differs", &C::differs, "other work", "in what its work is not that of the first scenario");
    f.list("terms_differ", &C::terms_differ, "other terms",
           "in what it stands on other terms than the first");
    f.number("wall_step_s", &C::step, seconds, "wall step", "with its checkpoints and failures", less, runs,
             Explain{"step_time"});
    f.number("wall_step_low_s", &C::step_low, seconds, "wall step, low", "end of its band", less, runs);
    f.number("wall_step_high_s", &C::step_high, seconds, "wall step, high", "end of its band", less, runs);
    f.text(
        "counts", [](const C& c) { return c.counts_samples ? "samples" : "tokens"; }, "counts",
        "what a million is of");
    f.number("useful_rate", &C::useful_rate, per_second, "useful rate", "tokens (samples) by the wall step",
             more, runs);
    f.number("mfu", &C::mfu, share, "MFU", "model FLOPs utilisation", more, runs, Explain{"mfu"});
    f.choice("deployment", &C::deployment, "deployment", "how the cluster is had", runs);
    f.band("capital_usd", &C::capital, usd, "capital", "before it runs, in the site's own way", less, runs,
           Explain{"capital"});
    f.text("gaps", &C::gaps, "gaps", "what has no price; empty: all has one");
    f.number("usd_per_hour", &C::per_hour, usd_per_hour, "$ per hour", "whether it is used or not", less,
             runs, Explain{"cost_per_hour"});
    f.number("usd_per_million", &C::dollars_per_million, usd_per_million, "$ per million",
             "useful tokens (samples)", less, runs, Explain{"cost_per_million"});
    f.number("run_s", &C::time, days, "days to the budget", "by the wall clock", less, budget,
             Explain{"time_of_run"});
    f.number("run_usd", &C::run, usd, "$ of the run", "to the token budget", less, budget,
             Explain{"cost_of_run"});
    f.number("mean_w", &C::mean, megawatts, "mean power", "at the meter, over the run", less, runs,
             Explain{"run_power"});
    f.number("metered_w", &C::metered, megawatts, "metered power",
             "at the meter, the highest mean over its window", less, runs, Explain{"metered_power"});
    f.number(
        "limit_w", [](const C& c) { return c.site.power_limit; }, megawatts, "site's limit",
        "power that the site may draw", Absent{"none"});
    f.number("pue", &C::pue, ratio, "PUE", "of the step", less, runs, Explain{"pue"});
    f.band("lead_weeks", &C::lead_weeks, weeks, "weeks until it runs", "from the order", less, runs,
           Explain{"lead_time"});
    f.band("done_weeks", &C::done_weeks, weeks, "weeks until done", "the token budget is reached", less,
           done);
    f.text("waits_for", &C::waits_for, "waits for", "what takes longest; empty: nothing", runs);
    f.number("run_energy_j", &C::energy, joules, "energy of the run", "at the meter, to the token budget",
             less, budget, Explain{"energy_of_run"});
    f.number("run_co2_kg", &C::carbon, tonnes, "CO2e", "of the run's energy", less, budget,
             Explain{"carbon_of_run"});
    f.number("run_water_m3", &C::water, cubic_metres, "water", "used on site to the token budget", less,
             budget);
    f.text("binds", &C::binds, "binds", "what holds the step back");
    f.list(
        "licences",
        [](const C& c) {
            std::vector<std::string> rules;
            for (const ExportFlag& flag : c.exports)
                if (flag.applies) rules.push_back(flag.rule.name);
            return rules;
        },
        "licences", "export rules that apply in the site's region");
    f.object("year", &C::year, "a year's weather", "hour by hour in the site's climate",
             Absent{"the site names no climate that can be read"});
    f.text("year_fault", &C::year_fault, "weather not known", "why there is no year of weather");
}

} // namespace roofrack
