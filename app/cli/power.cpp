// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project_input.h"

#include "core/engine/evaluate.h"
#include "core/facility/swing.h"
#include "core/report/json_number.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Hertz grid_low{0.1}, grid_high{20}; // where power systems resonate (arXiv:2508.14318)

struct PowerOptions {
    ProjectInput input;
    std::string fail;
};

struct Report {
    PowerState state;
    std::vector<Budget> budgets;
    std::vector<SingleFailure> failures;
    LoadSwing swing;
};

/// The step as the grid sees it: its compute phase against its communication.
LoadSwing swing_of(const Evaluation& evaluation) {
    LoadSwing swing{evaluation.power.swing, evaluation.step_time, 0};
    const auto part = [&](StepPart each) { return evaluation.parts[static_cast<size_t>(each)]; };
    if (evaluation.step_time > Seconds(0))
        swing.duty = (part(StepPart::compute) + part(StepPart::memory)) / evaluation.step_time.si();
    return swing;
}

Json limited(const std::string& id, Watts load, std::optional<Watts> limit, Clip clip) {
    Json out{{"id", id}, {"load", finite_or_null(load.si())}};
    out["limit"] = limit ? finite_or_null(limit->si()) : Json(nullptr);
    out["margin"] = limit && *limit > Watts(0) ? finite_or_null(1 - load / *limit) : Json(nullptr);
    out["clip"] = name_of(clip);
    return out;
}

/// The clip that a budget over its limit would show at the racks.
Clip clip_of(const Budget& budget) {
    switch (budget.kind) {
    case BudgetKind::feed: return Clip::feed;
    case BudgetKind::air:
    case BudgetKind::loop: return Clip::cooling;
    case BudgetKind::plant: return Clip::plant;
    case BudgetKind::site: break;
    }
    return Clip::site;
}

/// True when a rack is held down by what the budget stands for.
bool binds(const Report& report, const Budget& budget) {
    for (const RackState& rack : report.state.racks)
        if (rack.clip == clip_of(budget) && budget.margin() && *budget.margin() < 1e-3) return true;
    return false;
}

Json to_json(const Report& report) {
    Json racks = Json::array(), feeds = racks, air = racks, loops = racks, plant = racks, site = racks,
         failures = racks;
    for (const RackState& rack : report.state.racks) {
        Json entry = limited(rack.id, rack.peak, rack.limit, rack.clip);
        entry["count"] = rack.count;
        entry["mean"] = finite_or_null(rack.power.si());
        entry["heat_to_air"] = finite_or_null(rack.heat_to_air.si());
        entry["heat_to_liquid"] = finite_or_null(rack.heat_to_liquid.si());
        entry["cooling_limit"] =
            rack.cooling_limit ? finite_or_null(rack.cooling_limit->si()) : Json(nullptr);
        entry["speed"] = finite_or_null(rack.speed);
        racks.push_back(std::move(entry));
    }
    for (const Budget& budget : report.budgets) {
        Json& list = budget.kind == BudgetKind::feed    ? feeds
                     : budget.kind == BudgetKind::air   ? air
                     : budget.kind == BudgetKind::loop  ? loops
                     : budget.kind == BudgetKind::plant ? plant
                                                        : site;
        list.push_back(limited(budget.id, budget.load, budget.limit,
                               binds(report, budget) ? clip_of(budget) : Clip::none));
    }
    for (const SingleFailure& failure : report.failures)
        failures.push_back({{"id", failure.id},
                            {"kind", name_of(failure.kind)},
                            {"survives", failure.survives()},
                            {"worst", finite_or_null(failure.worst)}});
    const LoadSwing& swing = report.swing;
    return {{"racks", racks},
            {"feeds", feeds},
            {"ups", Json::array({limited("ups", report.state.it, std::nullopt, Clip::none)})},
            {"air", air},
            {"loops", loops},
            {"plant", plant},
            {"site", site},
            {"it_w", finite_or_null(report.state.it.si())},
            {"facility_w", finite_or_null(report.state.facility.si())},
            {"pue", finite_or_null(report.state.pue)},
            {"tue", finite_or_null(report.state.tue)},
            {"wue", finite_or_null(report.state.wue)},
            {"swing",
             {{"amplitude_w", finite_or_null(swing.amplitude.si())},
              {"step_s", finite_or_null(swing.step.si())},
              {"duty", finite_or_null(swing.duty)},
              {"band_w", finite_or_null(swing.band(grid_low, grid_high).si())},
              {"storage_j", finite_or_null(swing.storage().si())},
              {"filler_j", finite_or_null(swing.filler(swing.amplitude).si())}}},
            {"failures", failures}};
}

std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string watts(std::optional<Watts> value) { return value ? watts(*value) : "unknown"; }
std::string share(std::optional<double> margin) {
    return margin ? fmt::format("{:.0f} %", 100 * *margin) : "–";
}

void print(const Report& report) {
    fmt::print("{:<20}{:>8}{:>12}{:>12}{:>12}{:>8}  {}\n", "rack", "count", "mean", "peak", "feed limit",
               "speed", "clip");
    for (const RackState& rack : report.state.racks)
        fmt::print("{:<20}{:>8}{:>12}{:>12}{:>12}{:>8.3f}  {}\n", rack.id, format_count(rack.count),
                   watts(rack.power), watts(rack.peak), watts(rack.limit), rack.speed, name_of(rack.clip));
    fmt::print("\n{:<20}{:>8}{:>12}{:>12}{:>12}\n", "budget", "kind", "load", "limit", "margin");
    for (const Budget& budget : report.budgets)
        fmt::print("{:<20}{:>8}{:>12}{:>12}{:>12}\n", budget.id, name_of(budget.kind), watts(budget.load),
                   watts(budget.limit), share(budget.margin()));
    fmt::print("\nIT {} · facility {} · PUE {:.3f} · TUE {:.3f} · WUE {:.2f} L/kWh\n", watts(report.state.it),
               watts(report.state.facility), report.state.pue, report.state.tue, report.state.wue);
    fmt::print("swing {} each {} · {} between 0.1 and 20 Hz · storage to flatten it {}\n",
               watts(report.swing.amplitude), format_quantity(report.swing.step.si(), Dimension::time),
               watts(report.swing.band(grid_low, grid_high)),
               format_quantity(report.swing.storage().si(), Dimension::energy));
    if (!report.failures.empty()) fmt::print("\nOne instance fails\n");
    for (const SingleFailure& failure : report.failures)
        fmt::print("{:<20}{:>8}  {}\n", failure.id, name_of(failure.kind),
                   std::isfinite(failure.worst)
                       ? fmt::format("{}: {:.0f} % of what is left",
                                     failure.survives() ? "holds" : "does not hold", 100 * failure.worst)
                       : std::string("does not hold: nothing is left"));
}

/// Why there is no report.
struct Refusal {
    Diagnostic why;
    int exit_code = Exit::bad_input;
};

tl::expected<Report, Refusal> make_report(const PowerOptions& options, const Scenario& scenario,
                                          const Catalog& catalog) {
    const auto refuse = [](Diagnostic why) { return tl::unexpected(Refusal{std::move(why)}); };
    const auto prepared = Prepared::make(scenario, catalog);
    if (!prepared) return refuse(prepared.error());
    const auto facility = Facility::prepare(scenario.cluster, scenario.site, prepared->fabric(), catalog);
    if (!facility) return refuse(facility.error());
    EvaluateOptions evaluate_options;
    evaluate_options.findings = false;
    const Evaluation evaluation = evaluate(*prepared, evaluate_options);
    if (!evaluation.feasible)
        return tl::unexpected(Refusal{
            {"/plan", "the plan has no step, so no power", "see roofrack-cli evaluate"}, Exit::answer_is_no});
    Report report{evaluation.power, facility->budgets(evaluation.power), {}, swing_of(evaluation)};
    if (options.fail == "each") report.failures = facility->single_failures(evaluation.power);
    return report;
}

void run(const PowerOptions& options, int& exit_code) {
    const Catalog& catalog = Catalog::built_in();
    const auto scenario = options.input.load(catalog);
    if (!scenario) {
        exit_code = report(scenario.error());
        return;
    }
    auto made = make_report(options, *scenario, catalog);
    if (!made) {
        Refusal refusal = std::move(made).error();
        refusal.why.where = options.input.path + ": " + refusal.why.where;
        report(refusal.why);
        exit_code = refusal.exit_code;
        return;
    }
    if (options.input.json)
        fmt::print("{}\n", to_json(*made).dump(2));
    else
        print(*made);
    exit_code = Exit::done;
    for (const SingleFailure& failure : made->failures)
        if (!failure.survives()) exit_code = Exit::answer_is_no;
}

} // namespace

void add_power(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand(
        "power", "Loads and limits from the racks to the site, and what one failure leaves");
    command->footer("Example: roofrack-cli power samples/llama3-405b-16k.roofrack.json --fail each");
    auto options = std::make_shared<PowerOptions>();
    options->input.add_to(*command);
    command->add_option("--fail", options->fail, "each: one instance of every feed and cooler fails in turn")
        ->check(CLI::IsMember({"each"}));
    command->callback([options, &exit_code] { run(*options, exit_code); });
}

} // namespace roofrack::cli
