// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/load_option.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "app/cli/facility/power_swing.h"

#include "core/answers/facility_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/report/power_json.h"
#include "core/answers/report/standstill_json.h"
#include "core/answers/step_answers.h"
#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "core/base/units/limit_share_text.h"
#include "core/drawing/project/named_element.h"
#include "core/facility/air.h"
#include "core/facility/cooling/cooling_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

namespace roofrack::cli {

namespace {

constexpr size_t least_id = 20;                   // characters
constexpr double litres_per_minute = 1.0 / 60000; // m³/s

std::string air_text(std::optional<double> flow) {
    return flow ? fmt::format("{} CFM", format_count(*flow / cubic_feet_per_minute)) : "not known";
}
std::string coolant_text(std::optional<double> flow) {
    return flow ? fmt::format("{:.1f} L/min", *flow / litres_per_minute) : "not known";
}
std::string pressure_text(std::optional<double> drop) {
    return drop ? fmt::format("{:.1f} kPa", *drop / 1000) : "not known";
}
std::string pump_text(std::optional<Watts> pump) {
    return pump ? format_quantity(pump->si(), Dimension::power) : "not known";
}
std::string time_text(Seconds time) { return format_quantity(time.si(), Dimension::time, 2); }

void print_rack(const RackFlow& rack, size_t width) {
    if (rack.air) {
        const AirFlow& air = *rack.air;
        print_text("{:<{}}{:>8}{:>14}{:>14}   {:.0f} % of its exhaust comes back · {:.1f} K rise{}\n",
                   rack.id, width, "air", air_text(air.demanded), air_text(air.supplied),
                   100 * air.recirculated, air.rise.si(), air.assumed ? " · assumed: no unit is drawn" : "");
    }
    if (!rack.coolant) return;
    const CoolantFlow& coolant = *rack.coolant;
    if (coolant.missing) {
        print_text("{:<{}}{:>8}{:>14}{:>14}   no unit takes its liquid heat: it cannot run\n", rack.id, width,
                   "coolant", coolant_text(coolant.demanded), "none");
        return;
    }
    print_text("{:<{}}{:>8}{:>14}{:>14}   {:.1f} to {:.1f} °C · drop {} · pump {}{}\n", rack.id, width,
               "coolant", coolant_text(coolant.demanded), coolant_text(coolant.supplied),
               coolant.supply.degrees(), coolant.back.degrees(), pressure_text(coolant.drop),
               pump_text(coolant.pump), coolant.assumed ? " · assumed: no unit is drawn" : "");
}

/// Air and coolant of racks and coolers, as `power` prints them.
void print_flows(const CoolingFlows& flows) {
    if (flows.racks.empty()) return;
    const size_t width =
        column_width(column_width(least_id, flows.racks, &RackFlow::id), flows.coolers, &CoolerFlow::id);
    print_text("\n{:<{}}{:>8}{:>14}{:>14}\n", "flows", width, "of", "demanded", "supplied");
    for (const RackFlow& rack : flows.racks) print_rack(rack, width);
    for (const CoolerFlow& cooler : flows.coolers) {
        const bool liquid = cooler.kind == CoolingKind::liquid || cooler.kind == CoolingKind::liquid_to_air;
        print_text("{:<{}}{:>8}{:>14}{:>14}   all {} of {} · {} of heat · fans and pumps {}\n", cooler.id,
                   width, liquid ? "coolant" : "air",
                   liquid ? coolant_text(cooler.demanded) : air_text(cooler.demanded),
                   liquid ? coolant_text(cooler.rated) : air_text(cooler.rated),
                   format_count(cooler.instances), name_of(cooler.kind),
                   format_quantity(cooler.heat.si(), Dimension::power), pump_text(cooler.driven));
    }
}

/// From the weather to the chips of one rack, and how long it bears a stop of its cooling.
void print_cascades(const CoolingReport& report, std::string_view rack) {
    for (const Cascade& cascade : report.cascades) {
        if (cascade.rack != rack) continue;
        print_text("\n{:<22}{:>9}{:>10}  {:<18}{:>9}{:>9}\n",
                   fmt::format("{}, {}", cascade.rack, name_of(cascade.medium)), "°C", "step", "by", "limit",
                   "margin");
        for (const CascadeStep& step : cascade.steps) {
            const auto margin = step.margin();
            print_text("{:<22}{:>9.1f}{:>10}  {:<18}{:>9}{:>9}\n", label_of(step.station),
                       step.value.degrees(),
                       &step == cascade.steps.data() ? "" : fmt::format("{:+.1f} K", step.step.si()),
                       label_of(step.cause), step.limit ? fmt::format("{:.1f}", step.limit->degrees()) : "–",
                       margin ? fmt::format("{:.1f} K", margin->si()) : "–");
        }
    }
    bool any = false;
    for (const CoolingOutage& each : report.outages) {
        if (each.rack != rack) continue;
        if (!any) print_text("\n{:<22}{:>18}{:>18}\n", "stops", "first throttle", "switches off");
        any = true;
        print_text("{:<22}{:>18}{:>18}  {}\n", label_of(each.stopped), time_text(each.to_throttle),
                   time_text(each.to_trip), each.by_inlet ? "its inlet" : "its chips");
    }
}

struct PowerOptions {
    ProjectInput input;
    std::string fail;
    std::string cascade;
    LoadOption load;
    bool caps = false;
};

std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string watts(std::optional<Watts> value) { return value ? watts(*value) : "not known"; }
std::string share(std::optional<double> margin) { return margin ? limit_margin_text(*margin) : "not known"; }
std::string seconds(Seconds value) { return format_quantity(value.si(), Dimension::time); }

/// What a rack's feeds bear with the worst of them lost.
std::string secured(const RackState& rack) {
    return rack.secured && *rack.secured <= Watts(0) ? "no spare" : watts(rack.secured);
}

std::string degrees(Celsius value) { return fmt::format("{:.1f} °C", value.degrees()); }

void print_levels(const std::vector<Level>& levels) {
    const size_t width = column_width(least_id, levels, &Level::id);
    print_text("\n{:<{}}{:>12}{:>8}{:>12}{:>12}{:>11}{:>12}{:>12}{:>20}\n", "level", width, "kind", "count",
               "load", "peak", "mean over", "limit", "one failed", "margin");
    for (const Level& level : levels) {
        const bool is_inlet = level.kind == Level::Kind::inlet;
        print_text("{:<{}}{:>12}{:>8}{:>12}{:>12}{:>11}{:>12}{:>12}{:>20}\n", level.id, width, word_of(level),
                   format_count(level.count), is_inlet ? degrees(level.inlet) : watts(level.load),
                   is_inlet ? "–" : watts(level.peak), seconds(level.window),
                   is_inlet ? degrees(level.inlet_limit) : watts(level.limit),
                   level.secured      ? watts(*level.secured)
                   : !level.has_spare ? std::string("no spare")
                                      : std::string("not known"),
                   is_inlet ? fmt::format("{:.1f} K", level.below_limit()->si()) : share(level.margin()));
    }
}

/// "over: rack 132 %, ups-b 118 %".
std::string what_is_over(const SingleFailure& failure) {
    constexpr size_t most = 3;
    std::string text;
    for (size_t i = 0; i < std::min(most, failure.over.size()); ++i) {
        const SingleFailure::Over& over = failure.over[i];
        text += (i ? ", " : "") + over.id +
                (std::isfinite(over.ratio) ? " " + limit_share_text(over.ratio) : " nothing left");
    }
    if (failure.over.size() > most) text += fmt::format(" and {} more", failure.over.size() - most);
    return text;
}

void print_failures(const FacilityStudy& study) {
    if (study.failures.empty()) return;
    print_text("\nOne instance fails\n");
    if (std::ranges::any_of(study.state.racks,
                            [](const RackState& rack) { return rack.trips && rack.works; }))
        print_text("(racks that switch themselves off count with what they ask for at full clock)\n");
    const size_t width =
        column_width(least_id, study.failures, [](const FailureStep& each) { return each.failure.id; });
    for (const auto& [failure, then] : study.failures) {
        const auto kind = failure.kind == BudgetKind::feed ? name_of(failure.supply) : name_of(failure.kind);
        std::string what =
            failure.survives()
                ? failure.fullest.empty() ? std::string("holds: nothing else is touched")
                                          : fmt::format("holds: {} at {} of what is left", failure.fullest,
                                                        limit_share_text(failure.worst))
                : fmt::format("does not hold: {}; {} to shed", what_is_over(failure), watts(failure.shed));
        if (failure.dark_gpus > 0) what += fmt::format("; {:.0f} GPUs dark", failure.dark_gpus);
        if (failure.dark_equipment > Watts(0))
            what += fmt::format("; {} of switches, storage or cooling dark", watts(failure.dark_equipment));
        if (!failure.survives() && !study.assumed)
            what += then ? fmt::format("; step {} instead of {}", seconds(*then), seconds(study.step))
                         : std::string("; the job stops");
        print_text("{:<{}}{:>12}  {}\n", failure.id, width, kind, what);
    }
}

void print(const PowerReport& made) {
    const FacilityStudy& report = made.study;
    const size_t width = column_width(least_id, report.state.racks, &RackState::id);
    print_text("{:<{}}{:>8}{:>12}{:>12}{:>12}{:>12}{:>8}  {}\n", "rack", width, "count", "mean", "peak",
               "feeds", "one failed", "speed", "clip");
    for (const RackState& rack : report.state.racks)
        print_text("{:<{}}{:>8}{:>12}{:>12}{:>12}{:>12}{:>8.3f}  {}\n", rack.id, width,
                   format_count(rack.count), watts(rack.power), watts(rack.peak), watts(rack.limit),
                   secured(rack), rack.speed, name_of(rack.throttle_cause));
    print_levels(report.levels);
    const PowerState& state = report.state;
    print_text("\nIT {} · facility {}{} · PUE {:.3f} · TUE {:.3f} · WUE {:.2f} L/kWh\n", watts(state.it),
               watts(state.facility),
               report.assumed ? std::string() : fmt::format(", {} while computing", watts(state.peak)),
               state.pue, state.tue, state.wue);
    if (!report.assumed) print_swing(report, made.swing);
    print_text("\n{:<14}{:<14}{:>12}\n", "from", "to", "power");
    for (const FlowLink& link : report.flow.links)
        print_text("{:<14}{:<14}{:>12}{}\n", name_of(link.from), name_of(link.to), watts(link.power),
                   link.is_heat ? "  heat" : "");
    std::string not_drawn;
    for (const FlowNode& node : report.flow.nodes)
        if (!node.is_drawn)
            not_drawn += fmt::format("{}{}", not_drawn.empty() ? "" : ", ", name_of(node.place));
    if (!not_drawn.empty()) print_text("not drawn, as a typical site has it: {}\n", not_drawn);
    print_flows(report.cooling.flows);
    print_phases(report.phases);
    print_slow_racks(made.slow);
    print_failures(report);
}

/// "0.5712 kWh"; beyond what anything takes as such energies are told.
std::string kilowatt_hours(Joules energy) {
    constexpr double most = 1e15;
    const double value = in_kilowatt_hours(energy);
    return value < most ? fmt::format("{:.4g} kWh", value) : meter_energy_text(energy);
}

void print_caps(const PowerCaps& caps) {
    if (caps.caps.empty()) return;
    print_text("\n{:>12}{:>12}{:>16}{:>12}{:>18}{:>16}\n", "GPU cap", "wall step",
               caps.counts_samples ? "samples/s" : "tokens/s", "facility", "energy per million",
               "$ per million");
    for (const PowerCap& cap : caps.caps)
        print_text("{:>10.1f} % {:>11}{:>16}{:>12}{:>18} {:>15}{}\n", 100 * cap.share, seconds(cap.step),
                   format_count(std::round(cap.rate)), watts(cap.facility),
                   kilowatt_hours(cap.energy_per_million),
                   cap.dollars_per_million > 0 ? format_quantity(cap.dollars_per_million, Dimension::money)
                                               : std::string("not known"),
                   &cap == caps.best() ? "  best" : "");
}

/// What `power` prints; the scenario has power.
PowerReport power_report(const Answers& answers, bool with_failures) {
    PowerReport out;
    out.study = with_failures ? *answers.value<FacilityStudy>() : answers.value<FacilityLevels>()->study;
    out.caps = *answers.value<PowerCaps>();
    out.swing = *answers.value<LoadSwingStudy>();
    if (const SlowRackMitigations* slow = answers.value<SlowRackMitigations>()) out.slow = slow->racks;
    return out;
}

/// The rack whose cascade is asked for.
std::string cascade_rack(const PowerOptions& options, const Cluster& cluster, const FacilityStudy& report) {
    const auto& racks = report.state.racks;
    if (options.cascade != "hottest") {
        if (std::ranges::find(racks, options.cascade, &RackState::id) != racks.end()) return options.cascade;
        const auto named = named_element(cluster, options.cascade);
        if (!named &&
            std::ranges::find(cluster.elements, options.cascade, &Element::name) != cluster.elements.end())
            throw UsageError{{"--cascade", named.error().what, named.error().fix}};
        if (!named || std::ranges::find(racks, (*named)->id, &RackState::id) == racks.end())
            throw UsageError{{"--cascade", fmt::format("no rack has the id or name '{}'", options.cascade),
                              "name a rack of the table above, or hottest"}};
        return (*named)->id;
    }
    return report.cooling.hottest < 0 ? "" : racks[static_cast<size_t>(report.cooling.hottest)].id;
}

/// `power` where no step says what the equipment draws, or where `--load` says it in its place: prints the
/// study of a standing load, and returns whether all limits hold.
int run_standing(const PowerOptions& options, const ProjectAnswers& project) {
    const auto load = options.load.given();
    const Scenario& scenario = project.answers().scenario();
    auto study = standing_study(scenario, project.catalog(), load.value_or(standing_load_of(scenario.site)),
                                options.fail == "each" ? FacilityDepth::failures : FacilityDepth::levels);
    if (!study) throw BadInput{in_project(options.input.path, study.error())};
    if (study->state.it <= Watts(0))
        return project.answer_without_step(why_no_step(project.need<Evaluation>()), power_schema);
    PowerReport made;
    made.study = std::move(*study);
    const std::string rack =
        options.cascade.empty() ? std::string() : cascade_rack(options, scenario.cluster, made.study);
    if (options.input.json) {
        print_json(with_standstill(project.standstill(), standing_power_json(made.study, options.caps)));
    } else {
        if (!load) print_standstill(project.standstill(), false);
        print_assumed_load(*made.study.assumed);
        print(made);
        if (options.caps) print_text("\npower caps are of a step: none runs here\n");
        if (!rack.empty()) print_cascades(made.study.cooling, rack);
    }
    const bool holds = std::ranges::none_of(made.study.levels, &Level::is_over) &&
                       std::ranges::all_of(made.study.failures,
                                           [](const FailureStep& each) { return each.failure.survives(); });
    return holds && is_load_wanted(options.load, project) ? Exit::done : Exit::answer_is_no;
}

int run_power(const PowerOptions& options) {
    const ProjectAnswers project(options.input);
    if (options.load.given() || !project.need<Evaluation>().has_power())
        return run_standing(options, project);
    const PowerReport made = power_report(project.answers(), options.fail == "each");
    const std::string rack = options.cascade.empty()
                                 ? std::string()
                                 : cascade_rack(options, project.answers().scenario().cluster, made.study);
    const Standstill& standstill = project.say_whether_it_runs(true);
    if (options.input.json)
        print_json(with_standstill(standstill, power_json(made, options.caps)));
    else {
        print(made);
        if (options.caps) print_caps(made.caps);
        if (!rack.empty()) print_cascades(made.study.cooling, rack);
    }
    const bool all_survive = std::ranges::all_of(
        made.study.failures, [](const FailureStep& each) { return each.failure.survives(); });
    return standstill.runs() && all_survive ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_power(const Command& program) {
    const Command command = program.add_subcommand(
        "power", "Loads and limits from the racks to the site, and what one failure leaves");
    command.footer("Example: roofrack-cli power samples/llama3-405b-16k.roofrack.json --fail each");
    auto options = std::make_shared<PowerOptions>();
    options->input.add_to(command);
    options->input.add_replan_to(command);
    command.add_option("--fail", options->fail, "each: one instance of every feed and cooler fails in turn")
        .one_of({"each"});
    command.add_option("--cascade", options->cascade,
                       "temperatures from the weather to the chips of this rack, or of the hottest, and how "
                       "long it bears a stop of its cooling");
    options->load.add_to(command);
    command.add_flag("--caps", options->caps,
                     "also what GPU power caps from 50 to 100 % of the TDP do to speed, power and $");
    command.callback([options] { return run_power(*options); });
}

} // namespace roofrack::cli
