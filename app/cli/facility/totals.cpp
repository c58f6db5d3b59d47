// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/load_option.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/facility/climate_option.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/report/weather/year_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/common_units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct TotalsOptions {
    ProjectInput input;
    ClimateOption climate;
    LoadOption load;
    double gpu_hours = 0, hours = 0;
};

std::string watt_hours(Joules value) {
    return format_quantity(in_watt_hours(value), Dimension::power, 4) + "h";
}

/// "13.3 days"; "over 1,000,000 yr" beyond that.
std::string run_days(Seconds time) {
    constexpr double most = 1e6 * days_a_mean_year;
    const double days = in_days(time);
    return days < most ? fmt::format("{:.1f} days", days) : format_quantity(time.si(), Dimension::time);
}

/// `early`: done_meanwhile().
void print(const RunTotals& totals, const Year* year, const std::string& early = {}) {
    const auto row = [](std::string_view name, const std::string& value, const std::string& note) {
        print_text("{:<24} {:>14}  {}\n", name, value, note);
    };
    if (totals.assumed) print_assumed_load(*totals.assumed);
    row("GPU-hours", format_count(totals.gpu_hours),
        fmt::format("{} GPUs for {}", format_count(totals.gpus), run_days(totals.wall)));
    if (!early.empty()) row("", "", "of a run that begins with all of them; this one is done " + early);
    row("power at the meter", format_quantity(totals.facility.si(), Dimension::power, 4),
        fmt::format("PUE {:.3f}, {}", totals.pue,
                    year ? "mean of the year, " + year->label : std::string("at the site's design weather")));
    row("energy at the meter", watt_hours(totals.energy), "");
    row("  servers", watt_hours(totals.servers), "each with its share of the plant");
    row("  network", watt_hours(totals.network), "");
    row("  storage", watt_hours(totals.storage), "");
    row("water at the site", fmt::format("{} m³", format_count(totals.site_water / 1e3)),
        fmt::format("{:.2f} L per kWh of IT", totals.site_water_per_kwh()));
    row("water of the grid", fmt::format("{} m³", format_count(totals.source_water / 1e3)),
        "evaporated by its power plants");
    row("CO2e", fmt::format("{} t", format_count(totals.carbon / 1e3)),
        "of the energy, at the grid's intensity");
    if (!totals.assumed)
        row("cost", format_quantity(totals.cost.si(), Dimension::money, 4), "of the GPUs, energy among it");
    row("  energy", format_quantity(totals.energy_cost.si(), Dimension::money, 4), "");
}

/// The year that the call or the site names; none where neither does.
std::optional<Year> year_of_run(const TotalsOptions& options, const ProjectAnswers& project) {
    const Prepared& prepared = project.prepared();
    const Site& site = prepared.scenario().site;
    if (options.climate.name.empty() && site.climate.empty()) return std::nullopt;
    const Climate climate = value_or_throw<BadInput>(options.climate.find(site, options.input.path));
    return value_or_throw<BadInput>(year_of(prepared, project.catalog(), climate));
}

/// Totals of so many hours, a mean year if the call says none, at a load that is assumed.
int run_standing_totals(const TotalsOptions& options, const ProjectAnswers& project) {
    if (!options.climate.name.empty())
        throw UsageError{{"--climate", "a year of weather is of a step, and there is none here",
                          "leave it out: the site's design weather holds"}};
    const auto load = options.load.given();
    const Scenario& scenario = project.answers().scenario();
    const StandingLoad assumed = load.value_or(standing_load_of(scenario.site));
    const auto facility = standing_facility(scenario.cluster, scenario.site, project.catalog(), assumed);
    if (!facility) throw BadInput{in_project(options.input.path, facility.error())};
    const PowerState power = facility->state_of(DutyCycle(), 1);
    if (power.it <= Watts(0))
        return project.answer_without_step(why_no_step(project.need<Evaluation>()), run_totals_schema);
    double gpus = 0;
    for (const RackState& rack : power.racks) gpus += rack.count * rack.gpus;
    const double hours = options.hours > 0                   ? options.hours
                         : options.gpu_hours > 0 && gpus > 0 ? options.gpu_hours / gpus
                                                             : 24 * days_a_mean_year;
    const RunTotals totals = standing_totals(Seconds(hours * seconds_an_hour), power, assumed, scenario.site,
                                             project.catalog().defaults());
    if (options.input.json) {
        print_json(with_standstill(project.standstill(), run_totals_json(totals)));
    } else {
        if (!load) print_standstill(project.standstill(), false);
        print(totals, nullptr);
    }
    return is_load_wanted(options.load, project) ? Exit::done : Exit::answer_is_no;
}

int run_totals(const TotalsOptions& options) {
    const ProjectAnswers project(options.input);
    if (options.load.given() || options.hours > 0 || !project.need<Evaluation>().feasible)
        return run_standing_totals(options, project);
    const Site& site = project.prepared().scenario().site;
    const Evaluation& evaluation = project.need<Evaluation>();
    const auto year = year_of_run(options, project);
    const auto totals = run_totals(evaluation, site, project.catalog().defaults(), options.gpu_hours,
                                   year ? &*year : nullptr);
    if (!totals)
        return report({options.input.path + ": /workload/token_budget", "the run has no end",
                       "give the workload a token budget, or --gpu-hours"});
    if (options.input.json)
        print_json(with_standstill({}, run_totals_json(*totals)));
    else
        print(*totals, year ? &*year : nullptr, done_meanwhile(project.answers()));
    return Exit::done;
}

} // namespace

void add_totals(const Command& program) {
    const Command command =
        program.add_subcommand("totals", "What a whole run takes: GPU-hours, energy, water, CO2e, dollars");
    command.footer("Example: roofrack-cli totals samples/llama3-405b-16k.roofrack.json --gpu-hours 21.2e6");
    auto options = std::make_shared<TotalsOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    options->climate.add_to(command);
    command
        .add_option("--gpu-hours", options->gpu_hours,
                    "so many instead of those to the token budget, above 0 and at most 1e12")
        .between(1e-3, 1e12);
    options->load.add_to(command);
    command
        .add_option(
            "--hours", options->hours,
            "of an assumed load: so many hours of the wall clock, else a year; above 0 and at most 1e9")
        .between(1e-3, 1e9);
    command.callback([options] { return run_totals(*options); });
}

} // namespace roofrack::cli
