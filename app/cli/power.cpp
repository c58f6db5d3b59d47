// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/power_cooling.h"
#include "app/cli/project_input.h"

#include "core/engine/evaluate.h"
#include "core/report/power_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct PowerOptions {
    ProjectInput input;
    std::string fail;
    std::string cascade;
};

/// The step as the grid sees it: its compute phase against its communication.
LoadSwing swing_of(const Evaluation& evaluation) {
    LoadSwing swing{evaluation.power.swing, evaluation.step_time, 0};
    const auto part = [&](StepPart each) { return evaluation.parts[static_cast<size_t>(each)]; };
    if (evaluation.step_time > Seconds(0))
        swing.duty = (part(StepPart::compute) + part(StepPart::memory)) / evaluation.step_time.si();
    return swing;
}

std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string watts(std::optional<Watts> value) { return value ? watts(*value) : "unknown"; }
std::string share(std::optional<double> margin) {
    return margin ? fmt::format("{:.0f} %", 100 * *margin) : "–";
}

void print(const PowerReport& report) {
    print_text("{:<20}{:>8}{:>12}{:>12}{:>12}{:>8}  {}\n", "rack", "count", "mean", "peak", "feed limit",
               "speed", "clip");
    for (const RackState& rack : report.state.racks)
        print_text("{:<20}{:>8}{:>12}{:>12}{:>12}{:>8.3f}  {}\n", rack.id, format_count(rack.count),
                   watts(rack.power), watts(rack.peak), watts(rack.limit), rack.speed, name_of(rack.clip));
    print_text("\n{:<20}{:>8}{:>12}{:>12}{:>12}\n", "budget", "kind", "load", "limit", "margin");
    for (const Budget& budget : report.budgets)
        print_text("{:<20}{:>8}{:>12}{:>12}{:>12}\n", budget.id, name_of(budget.kind), watts(budget.load),
                   watts(budget.limit), share(budget.margin()));
    print_text("\nIT {} · facility {} · PUE {:.3f} · TUE {:.3f} · WUE {:.2f} L/kWh\n", watts(report.state.it),
               watts(report.state.facility), report.state.pue, report.state.tue, report.state.wue);
    print_text("swing {} each {} · {} between 0.1 and 20 Hz · storage to flatten it {}\n",
               watts(report.swing.amplitude), format_quantity(report.swing.step.si(), Dimension::time),
               watts(report.swing.band(grid_low, grid_high)),
               format_quantity(report.swing.storage().si(), Dimension::energy));
    print_flows(report.cooling.flows);
    if (!report.failures.empty()) print_text("\nOne instance fails\n");
    for (const SingleFailure& failure : report.failures)
        print_text("{:<20}{:>8}  {}\n", failure.id, name_of(failure.kind),
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

tl::expected<PowerReport, Refusal> make_report(const PowerOptions& options, const Scenario& scenario,
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
    PowerReport report{evaluation.power,
                       facility->budgets(evaluation.power),
                       {},
                       swing_of(evaluation),
                       cooling_report(*facility, evaluation.power)};
    if (options.fail == "each") report.failures = facility->single_failures(evaluation.power);
    return report;
}

/// The rack whose cascade is asked for.
std::string cascade_rack(const PowerOptions& options, const PowerReport& report) {
    const auto& racks = report.state.racks;
    if (options.cascade != "hottest") {
        if (std::ranges::find(racks, options.cascade, &RackState::id) == racks.end())
            throw UsageError{{"--cascade", fmt::format("no rack has the id '{}'", options.cascade),
                              "name a rack of the table above, or hottest"}};
        return options.cascade;
    }
    return report.cooling.hottest < 0 ? "" : racks[static_cast<size_t>(report.cooling.hottest)].id;
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
    const std::string rack = options.cascade.empty() ? std::string() : cascade_rack(options, *made);
    if (options.input.json)
        fmt::print("{}\n", json_text(power_json(*made)));
    else {
        print(*made);
        if (!rack.empty()) print_cascades(made->cooling, rack);
    }
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
    command->add_option("--cascade", options->cascade,
                        "temperatures from the weather to the chips of this rack, or of the hottest, and how "
                        "long it bears a stop of its cooling");
    command->callback([options, &exit_code] { run(*options, exit_code); });
}

} // namespace roofrack::cli
