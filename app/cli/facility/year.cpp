// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/facility/climate_option.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/report/weather/year_json.h"
#include "core/base/files/atomic_file.h"
#include "core/base/units/common_units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct YearOptions {
    ProjectInput input;
    ClimateOption climate;
    OutputFile hours;
};

std::string energy(Joules value) { return format_quantity(in_watt_hours(value), Dimension::power, 4) + "h"; }
std::string cubic_metres(double litres) { return fmt::format("{} m³", format_count(litres / 1000)); }

void print_row(std::string_view name, const YearSum& sum) {
    print_text("{:<10} {:>10} {:>7.3f} {:>7.2f} {:>12} {:>8.1f} % {:>8} {:>10} {:>8} {:>10} {:>12} {:>10}\n",
               name, energy(sum.energy), sum.pue(), sum.wue(), cubic_metres(sum.water), 100 * sum.chiller,
               format_count(sum.free_hours), format_count(sum.throttled_hours),
               format_count(sum.stopped_hours), format_quantity(sum.peak.si(), Dimension::power, 4),
               format_quantity(sum.cost.si(), Dimension::money, 4),
               fmt::format("{} t", format_count(sum.carbon / 1e3)));
}

void print(const Year& year) {
    constexpr std::string_view names[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};
    print_text("{}{}{}\n", year.label, year.source.empty() ? "" : ": ", year.source);
    print_text(
        "{} hours at work, PUE {:.3f} to {:.3f}, training at {:.2f} % of its fastest hour in the mean\n\n",
        format_count(year.total.hours), year.least_pue, year.most_pue, 100 * year.total.rate);
    print_text("{:<10} {:>10} {:>7} {:>7} {:>12} {:>10} {:>8} {:>10} {:>8} {:>10} {:>12} {:>10}\n", "",
               "energy", "PUE", "WUE", "water", "chillers", "free h", "throttled", "stopped", "peak",
               "energy cost", "CO2e");
    for (size_t month = 0; month < 12; ++month) print_row(names[month], year.months[month]);
    print_row("year", year.total);
    print_text(
        "\nchillers: share of the heat; free h: hours without a chiller; throttled: hours in which the "
        "weather holds the clocks down; stopped: in which supply or cooling refuses, and all is idle; CO2e "
        "by the {}\n",
        year.own_carbon ? "hours of the climate" : "site's mean");
}

int run_year(const YearOptions& options) {
    const ProjectAnswers project(options.input);
    const Prepared& prepared = project.prepared();
    value_or_throw<BadInput>(options.hours.check_beside(options.input.path));
    const Climate climate =
        value_or_throw<BadInput>(options.climate.find(prepared.scenario().site, options.input.path));
    const auto year = year_of(prepared, project.catalog(), climate);
    if (!year) {
        if (year.error().where == "/plan") return project.answer_without_step(year.error(), year_schema);
        report(in_project(options.input.path, year.error()));
        return Exit::answer_is_no;
    }
    if (!options.hours.path.empty())
        value_or_throw<BadInput>(write_file_atomically(options.hours.path, year_csv(*year)));
    const Standstill& standstill = project.say_whether_it_runs(false);
    if (options.input.json)
        print_json(with_standstill(standstill, year_json(*year)));
    else
        print(*year);
    return standstill.runs() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_year(const Command& program) {
    const Command command = program.add_subcommand(
        "year", "The cluster at work through a year of weather: PUE, water, energy, money, throttled hours");
    command.footer("Example: roofrack-cli year samples/llama3-405b-16k.roofrack.json --climate hot-dry");
    auto options = std::make_shared<YearOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    options->climate.add_to(command);
    options->hours.add_to(command, "-o,--out", "CSV of all hours");
    command.callback([options] { return run_year(*options); });
}

} // namespace roofrack::cli
