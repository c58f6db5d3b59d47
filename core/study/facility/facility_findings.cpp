// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_findings.h"

#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/study/money/run_cost.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string watts_text(Watts value) { return format_quantity(value.si(), Dimension::power); }

std::string swing_mitigation(const FacilityStudy& study, const LoadSwingStudy* swing) {
    const LoadSwingMitigation* best =
        swing && !swing->targets.empty() ? swing->targets.front().cheapest() : nullptr;
    if (best) return fmt::format("Cheapest: {}.", text_of(*best, swing->gpus));
    return fmt::format(
        "Storage of {} holds it there.",
        format_quantity(study.wave.storage(*study.swing_limit).energy.si(), Dimension::energy));
}

std::string ramp_mitigation(const LoadSwingStudy* swing) {
    if (!swing || !swing->ramp) return "Start and stop the servers in turn, and ramp the power caps.";
    const RampControl& ramp = *swing->ramp;
    return fmt::format("Start and stop the servers in turn, over {}: {} GPU-hours each time.",
                       format_quantity(ramp.time.si(), Dimension::time), format_count(ramp.gpu_hours));
}

void add_swings(const FacilityStudy& study, const LoadSwingStudy* swing, std::vector<Finding>& out) {
    if (is_over_swing_limit(study))
        out.push_back({Severity::warning,
                       "swing-over-limit",
                       fmt::format("The site's power ranges over {} in every step, the grid allows {}",
                                   watts_text(study.wave.range()), watts_text(*study.swing_limit)),
                       fmt::format("All GPUs compute together and wait together, every {}.",
                                   format_quantity(study.step.si(), Dimension::time)),
                       swing_mitigation(study, swing),
                       {}});
    if (is_over_ramp_limit(study))
        out.push_back(
            {Severity::warning,
             "ramp-over-limit",
             fmt::format("A start or stop of the job moves {} at once, the grid allows {} per minute",
                         watts_text(study.start), watts_text(*study.ramp_limit)),
             "From idle to the compute phase of all GPUs.",
             ramp_mitigation(swing),
             {}});
    const bool holds = !study.site_limit || study.state.metered <= *study.site_limit * (1 + 1e-6);
    if (study.site_limit && holds && study.wave.highest > *study.site_limit * (1 + 1e-9))
        out.push_back(
            {Severity::info,
             "site-limit-in-phases",
             fmt::format("Compute phases draw {}, more than the site's {}", watts_text(study.wave.highest),
                         watts_text(*study.site_limit)),
             fmt::format("The limit holds for the mean over {}: {}. A breaker set to it would trip.",
                         format_quantity(study.meter_window.si(), Dimension::time),
                         watts_text(study.state.metered)),
             "Make sure that the utility's limit is a metered mean, or set grid.meter_window to what it is.",
             {}});
}

/// What can be done about a room that is too small. Fewer racks are no lighter, so they help a floor that is
/// too weak in nothing.
std::string room_advice(const std::vector<FloorNeed>& shortages) {
    const auto is_of_load = [](const FloorNeed& each) { return each.limit == FloorLimit::load; };
    std::string out;
    if (!std::ranges::all_of(shortages, is_of_load))
        out = "Draw fewer racks, or give the room more places: Room says how many racks fit, and when all of "
              "it runs.";
    if (std::ranges::any_of(shortages, is_of_load))
        out += fmt::format("{}Draw lighter racks, or have the floor strengthened.", out.empty() ? "" : " ");
    return out;
}

/// What the floor of the room does not hold of all that is drawn.
void add_room(const FacilityStudy& study, std::vector<Finding>& out) {
    std::vector<FloorNeed> shortages = study.floor;
    std::erase_if(shortages, [](const FloorNeed& each) { return !each.is_short(); });
    if (shortages.empty()) return;
    std::vector<std::string> taken;
    for (const FloorNeed& each : shortages)
        taken.push_back(fmt::format("{} of {} {} of {}", format_count(std::ceil(each.need - 1e-9)),
                                    format_count(*each.have), unit_of(each.limit), label_of(each.limit)));
    out.push_back(
        {Severity::warning,
         "room-too-small",
         fmt::format("The room is too small for all that is drawn: {} needed", missing_text(shortages)),
         fmt::format("It takes {}.", word_list(taken)),
         room_advice(shortages),
         {}});
}

/// Power caps that a GPU exceeds at its lowest clock.
void add_caps(const FacilityStudy& study, std::vector<Finding>& out) {
    std::optional<Watts> least;
    std::vector<std::string> where;
    for (const RackState& rack : study.state.racks) {
        if (!rack.least_over_cap) continue;
        least = std::max(least.value_or(Watts(0)), *rack.least_over_cap);
        where.push_back(rack.id);
    }
    if (!least) return;
    out.push_back(
        {Severity::warning, "cap-not-kept",
         fmt::format("The power cap of GPUs cannot be kept: at the lowest clock they draw {}",
                     watts_text(*least)),
         "A clock falls no further, so step and power are of GPUs that exceed their cap.",
         fmt::format("Set a cap of at least {}, and of what the vendor's tool allows.", watts_text(*least)),
         std::move(where)});
}

void add_phases(const FacilityStudy& study, std::vector<Finding>& out) {
    constexpr double worth_telling = 0.1; // judgement: PDUs are balanced to about a tenth
    for (const UnitPhases& each : study.phases) {
        const PhaseBalance& balance = each.balance;
        if (balance.imbalance() <= worth_telling) continue;
        out.push_back(
            {Severity::info,
             "phases-unbalanced",
             fmt::format("The lines of “{}” carry {}, {} and {}: {:.0f} % out of balance",
                         each.name.empty() ? each.id : each.name, watts_text(Watts(balance.lines[0])),
                         watts_text(Watts(balance.lines[1])), watts_text(Watts(balance.lines[2])),
                         100 * balance.imbalance()),
             fmt::format(
                 "Its circuits of one phase do not divide by three: {:.0f} % of its rating can be used, "
                 "before the busiest line is full; {} on the neutral.",
                 100 * balance.usable(), watts_text(Watts(balance.neutral))),
             "Feed racks with three phases, or with a number of circuits that three divides.",
             {each.id}});
    }
}

} // namespace

std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation) {
    constexpr double worth_a_word = 0.005; // share of the step that is worth a word
    const double lost = evaluation.parts[static_cast<size_t>(StepPart::throttle)];
    if (!evaluation.feasible || lost < worth_a_word * evaluation.step_time.si()) return std::nullopt;
    const RackState* slowest = nullptr;
    for (const RackState& rack : evaluation.power.racks)
        if (rack.throttle_cause != ThrottleCause::none && (!slowest || rack.speed < slowest->speed))
            slowest = &rack;
    if (!slowest) return std::nullopt;
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    const Prepared scaled = prepared.scaled(slowest->throttle_cause, ResourceScale::twice);
    const Evaluation then = evaluate(scaled, options);
    if (!then.feasible) return std::nullopt;
    const RunCost now = run_cost(prepared, evaluation), less = run_cost(scaled, then);
    if (!now.has_price() || !less.has_price() || now.dollars_per_million <= less.dollars_per_million)
        return std::nullopt;
    const auto money = [](double value) { return format_quantity(value, Dimension::money, 3); };
    const auto time = [](Seconds value) { return format_quantity(value.si(), Dimension::time); };
    std::string message = fmt::format("Throttling costs {} on a million {}: {} instead of {}",
                                      money(now.dollars_per_million - less.dollars_per_million),
                                      now.counts_samples ? "samples" : "tokens",
                                      money(now.dollars_per_million), money(less.dollars_per_million));
    if (now.has_budget() && now.dollars > less.dollars)
        message += fmt::format(", {} on the run", money((now.dollars - less.dollars).si()));
    return Finding{Severity::warning,
                   "throttle-cost",
                   std::move(message),
                   fmt::format("All wait for the slowest rack: a step of {} instead of {}.",
                               time(evaluation.step_time), time(then.step_time)),
                   fmt::format("{}: both were evaluated.",
                               slowest->throttle_cause == ThrottleCause::thermal ||
                                       slowest->throttle_cause == ThrottleCause::inlet
                                   ? "Air and coolant 10 K cooler"
                                   : fmt::format("Twice the {}", label_of(slowest->throttle_cause))),
                   {slowest->id}};
}

namespace {

/// A feed, or a cooler, is drawn that promises to bear a failure.
bool promises_spare(const Cluster& cluster, ElementKind kind) {
    return std::ranges::any_of(cluster.elements, [&](const Element& each) {
        return each.kind == kind && each.redundancy != Redundancy::none &&
               each.procurement != Procurement::sell;
    });
}

} // namespace

std::vector<Shortage> shortages(const FacilityStudy& study, const Cluster& cluster) {
    constexpr double noise = 1e-6; // share of a bound
    std::vector<Shortage> out;
    const auto is_short = [](const Level& level) {
        return level.secured && level.load > *level.secured * (1 + noise) &&
               (!level.limit || level.load <= *level.limit * (1 + noise));
    };
    for (const bool of_heat : {false, true}) {
        const Level* const fullest = fullest_level(study.levels, of_heat);
        if (!fullest || !is_short(*fullest)) continue;
        std::vector<std::string> where;
        for (const Level& level : study.levels)
            if (is_cooling(level.kind) == of_heat && is_short(level) && !level.name.empty())
                where.push_back(level.id);
        const char* const side = of_heat ? "Cooling" : "Power";
        const std::string name(fullest->name.empty() ? word_of(*fullest) : std::string_view(fullest->name));
        Shortage each;
        each.words = of_heat ? "short of cooling after a failure" : "short of power after a failure";
        each.detail =
            fmt::format("{} has {} for {}", name, watts_text(*fullest->secured), watts_text(fullest->load));
        const bool is_promised = promises_spare(cluster, of_heat ? ElementKind::cooling : ElementKind::feed);
        each.finding = {
            is_promised ? Severity::warning : Severity::info,
            "supply-short",
            fmt::format("{} is short at {}: {}", side, name, margin_text(*fullest)),
            fmt::format("With the worst unit lost the others bear {} of the {} that it {}: what "
                        "they {} slows down, or stops.",
                        watts_text(*fullest->secured), watts_text(fullest->load), of_heat ? "takes" : "draws",
                        of_heat ? "cool" : "feed"),
            fmt::format("Draw more or larger {}: Limits says how many suffice, and what they cost.",
                        of_heat ? "coolers" : "feeds"),
            std::move(where)};
        out.push_back(std::move(each));
    }
    return out;
}

std::vector<Finding> facility_findings(const FacilityStudy& study, const LoadSwingStudy* swing) {
    std::vector<Finding> out;
    add_room(study, out);
    add_caps(study, out);
    add_swings(study, swing, out);
    add_phases(study, out);
    return out;
}

} // namespace roofrack
