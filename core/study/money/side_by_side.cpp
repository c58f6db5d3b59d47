// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/side_by_side.h"

#include "core/base/figures/builder.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/money/figure_cautions.h"
#include "core/study/money/gpu_kinds.h"
#include "core/study/money/meanwhile_findings.h"
#include "core/study/scenario_like.h"
#include "core/study/year/year.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

namespace {

constexpr const char *price_terms = "prices", *other_terms = "other terms of the site";

constexpr const char* runs_freely = "runs";

/// The gravest thing that is wrong; where nothing is, whether clocks are held down.
std::string verdict_of(const Evaluation& evaluation) {
    const auto grave = std::ranges::find(evaluation.findings, Severity::critical, &Finding::severity);
    if (grave != evaluation.findings.end()) return grave->message;
    ThrottleCause throttle_cause = ThrottleCause::none;
    double slowest = 1;
    for (const RackState& rack : evaluation.power.racks)
        if (rack.throttle_cause != ThrottleCause::none && rack.speed < slowest) {
            slowest = rack.speed;
            throttle_cause = rack.throttle_cause;
        }
    constexpr double least_named = 0.995;
    if (throttle_cause == ThrottleCause::none || slowest > least_named) return runs_freely;
    return fmt::format("runs at {:.0f} % of the clock: {}", 100 * slowest, label_of(throttle_cause));
}

void fill_column(const Prepared& prepared, const Catalog& catalog, bool best_plan, ScenarioColumn& out) {
    out.evaluation = evaluate(prepared);
    const Evaluation& evaluation = out.evaluation;
    const std::vector<GpusOfKind> kinds = drawn_kinds(prepared);
    out.accelerator = kinds_text(kinds, prepared.impl().accelerators.front().name);
    out.gpus = gpus_text(kinds, evaluation.gpus, out.accelerator);
    out.work = work_of(prepared);
    out.cautions = caution_texts(figure_cautions(prepared.scenario().cluster, &evaluation, catalog));
    ScenarioTerms terms = terms_of(prepared.scenario());
    out.site = std::move(terms.site);
    out.has_storage = terms.has_storage;
    out.verdict = verdict_of(evaluation);
    out.is_held = evaluation.feasible && out.verdict != runs_freely;
    out.exports = export_flags(prepared);
    out.counts_samples = !prepared.impl().model.transformer;
    if (!evaluation.feasible || !(evaluation.step_time > Seconds(0))) {
        out.reason = evaluation.binds.empty() ? out.verdict : evaluation.binds;
        return;
    }
    out.run = run_cost(prepared, evaluation);
    for (const RackState& rack : evaluation.power.racks) out.has_liquid |= rack.heat_to_liquid > Watts(0);
    for (DeploymentPath& path :
         deployment_paths(prepared, evaluation, meanwhile_of(prepared, evaluation, catalog, {}, best_plan)))
        if (path.is_sites_own) out.path = std::move(path);
    if (const auto caution = meanwhile_caution(out.path.meanwhile, out.path.lead_weeks))
        out.cautions.push_back(caution->text);
}

Result<ScenarioColumn::YearOfWeather> weathered(const Prepared& prepared, const Catalog& catalog,
                                                const std::filesystem::path& folder) {
    const auto climate = find_climate(prepared.scenario().site.climate, folder);
    if (!climate) return tl::unexpected(climate.error());
    const auto year = year_of(prepared, catalog, *climate);
    if (!year) return tl::unexpected(year.error());
    const YearSum& sum = year->total;
    return ScenarioColumn::YearOfWeather{
        year->label, sum.hours, sum.throttled_hours, sum.stopped_hours, sum.rate, sum.pue(), sum.peak};
}

} // namespace

ScenarioColumn scenario_column(const Scenario& scenario, const Catalog& catalog,
                               const std::filesystem::path& folder, bool best_plan) {
    ScenarioColumn out;
    out.scenario = scenario.name;
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) {
        out.reason = out.verdict = prepared.error().text();
        return out;
    }
    fill_column(*prepared, catalog, best_plan, out);
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
    if (one.accelerator.empty() || other.accelerator.empty()) return {};
    return term_differences(ScenarioTerms{one.site, one.has_storage},
                            ScenarioTerms{other.site, other.has_storage});
}

ScenarioTerms terms_of(const Scenario& scenario) {
    const std::vector<Element>& drawn = scenario.cluster.elements;
    return {site_without_machines(scenario.site),
            std::ranges::find(drawn, ElementKind::storage, &Element::kind) != drawn.end()};
}

std::vector<std::string> term_differences(const ScenarioTerms& one, const ScenarioTerms& other) {
    std::vector<std::string> out;
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
        price_terms, [](auto& site) -> auto& { return site.electricity_price; },
        [](auto& site) -> auto& { return site.grid.demand_charge; },
        [](auto& site) -> auto& { return site.grid.tariff; }, [](auto& site) -> auto& { return site.money; },
        [](auto& site) -> auto& { return site.book_life_years; },
        [](auto& site) -> auto& { return site.prices; });
    take(
        "carbon intensity", [](auto& site) -> auto& { return site.carbon_intensity; });
    if (!(rest == one.site)) out.emplace_back(other_terms);
    if (one.has_storage != other.has_storage) out.emplace_back("storage");
    return out;
}

std::string differ_text(const std::vector<std::string>& differences) {
    const bool is_one =
        differences.size() == 1 && differences[0] != price_terms && differences[0] != other_terms;
    return fmt::format("{} {}", fmt::join(differences, ", "), is_one ? "differs" : "differ");
}

std::vector<ScenarioColumn> compare_scenarios(const Project& project, const Catalog& catalog,
                                              const std::filesystem::path& folder,
                                              const std::stop_token& stop, bool best_plan) {
    std::vector<ScenarioColumn> out;
    for (const Scenario& scenario : project.scenarios) {
        if (stop.stop_requested()) break;
        out.push_back(scenario_column(scenario, catalog, folder, best_plan));
    }
    mark_differences(out);
    return out;
}

void describe(figures::Builder<ScenarioColumn::YearOfWeather>& f) {
    using namespace figures;
    using Y = ScenarioColumn::YearOfWeather;
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
    constexpr auto evaluation = &C::evaluation;
    constexpr auto run = &C::run;
    constexpr auto path = &C::path;
    const When runs = f.gate([](const C& c) { return c.runs(); }, "it does not run");
    const When done = f.gate(
        runs, [](const C& c) { return c.path.done_weeks.likely > 0; },
        "no token budget, or no day on which it runs");
    f.text("scenario", &C::scenario, "scenario", "its name", names_item);
    f.text("reason", &C::reason, "reason", "why it does not run; empty: it does");
    f.text("verdict", &C::verdict, "verdict", "that it runs, or what is wrong with it");
    f.text("accelerator", &C::accelerator, "accelerator", "all kinds that are drawn, the most GPUs first",
           Absent{"it cannot be prepared", "–"});
    f.same("gpus", evaluation, "gpus");
    f.flag("has_liquid", &C::has_liquid, "liquid cooling", "some of its heat leaves in liquid");
    f.list("differs", &C::differs, "other work", "in what its work is not that of the first scenario");
    f.list("terms_differ", &C::terms_differ, "other terms",
           "in what it stands on other terms than the first");
    f.list("cautions", &C::cautions, "cautions", "why its figures are less sure than they look");
    f.same("wall_step_s", evaluation, "step_time_s", runs, Label{"wall step"});
    f.number(
        "wall_step_low_s", [](const C& c) { return c.evaluation.step_time_low; }, seconds, "wall step, low",
        "end of its band", less, runs);
    f.number(
        "wall_step_high_s", [](const C& c) { return c.evaluation.step_time_high; }, seconds,
        "wall step, high", "end of its band", less, runs);
    f.text(
        "counts", [](const C& c) { return c.counts_samples ? "samples" : "tokens"; }, "counts",
        "what a million is of");
    f.same("useful_rate", run, "useful_rate", runs);
    f.same("mfu", evaluation, "mfu", runs);
    f.same("model_flops_per_s_per_gpu", evaluation, "model_flops_per_s_per_gpu", runs);
    f.number(
        "useful_rate_per_gpu", [](const C& c) { return useful_rate_per_gpu(c.evaluation); }, per_second,
        "useful rate of a GPU", "tokens (samples) a second and GPU, by the wall clock", more, runs,
        Explain{"rate_per_gpu"});
    f.same("effective_gpus", evaluation, "effective_gpus", runs);
    f.same("deployment", path, "deployment", runs, Label{"deployment"},
           Help{"how the cluster is owned or rented"});
    f.same("capital_usd", path, "capital_usd", runs, Help{"before it runs, in the site's own way"},
           Explain{"capital"});
    f.same("gaps", run, "gaps");
    f.same("usd_per_hour", evaluation, "cost_per_hour", runs, Absent{"no price is known", "not known"});
    f.same("usd_per_million", run, "usd_per_million", runs);
    f.same("run_s", run, "time_s", runs);
    f.same("run_usd", run, "usd", runs);
    f.same("mean_w", evaluation, &Evaluation::power, "run_facility_w", runs, megawatts, Label{"mean power"},
           Help{"at the meter, over the run"});
    f.number(
        "metered_w", [](const C& c) { return c.evaluation.power.metered; }, megawatts, "metered power",
        "at the meter, the highest mean over its window", less, runs, Explain{"metered_power"});
    f.number(
        "limit_w", [](const C& c) { return c.site.power_limit; }, megawatts, "site's limit",
        "power that the site may draw", Absent{"none"});
    f.same("pue", evaluation, &Evaluation::power, "pue", runs);
    f.same("lead_weeks", path, "lead_weeks", runs, without_its_gates, Explain{"lead_time"});
    f.same("done_weeks", path, "done_weeks", done, without_its_gates);
    f.text(
        "waits_for", [](const C& c) { return c.waits_for(); }, "waits for",
        "what takes longest; empty: nothing", runs);
    f.same("run_energy_j", run, "energy_j", runs);
    f.same("run_co2_kg", run, "co2_kg", runs);
    f.same("run_water_m3", run, "water_m3", runs);
    f.rest_of(run, {"gpus", "counts", "usd_per_hour", "usd_per_petaflop_day", "rents", "space_terms"}, runs);
    f.rest_of(path,
              {"is_sites_own", "missing", "no_days", "building_usd", "usd_per_hour", "usd_per_million",
               "run_usd", "break_even", "connection", "waits_for", "exit"},
              runs);
    f.same("binds", evaluation, "binds", Absent{""});
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
