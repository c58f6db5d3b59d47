// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/facility_findings.h"

#include "core/study/money/run_cost.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

std::string watts(Watts value) { return format_quantity(value.si(), Dimension::power); }

void add_swings(const FacilityStudy& study, std::vector<Finding>& out) {
    const Watts range = study.wave.highest - study.wave.lowest;
    if (study.swing_limit && range > *study.swing_limit)
        out.push_back(
            {Severity::warning,
             "swing-over-limit",
             fmt::format("The site's power ranges over {} in every step, the grid allows {}", watts(range),
                         watts(*study.swing_limit)),
             fmt::format("All GPUs compute together and wait together, every {}.",
                         format_quantity(study.step.si(), Dimension::time)),
             fmt::format("Storage of {} flattens it; filler work in the waits, or a power cap, lowers it.",
                         format_quantity(study.swing.storage().si(), Dimension::energy)),
             {}});
    if (study.ramp_limit && study.start > *study.ramp_limit)
        out.push_back({Severity::warning,
                       "ramp-over-limit",
                       fmt::format("A start or stop of the job moves {} at once, the grid allows {} a minute",
                                   watts(study.start), watts(*study.ramp_limit)),
                       "From idle to the compute phase of all GPUs.",
                       "Start the servers in turn, and ramp the power caps.",
                       {}});
    const bool holds = !study.site_limit || study.state.metered <= *study.site_limit * (1 + 1e-6);
    if (study.site_limit && holds && study.wave.highest > *study.site_limit * (1 + 1e-9))
        out.push_back(
            {Severity::info,
             "site-limit-in-phases",
             fmt::format("Compute phases draw {}, more than the site's {}", watts(study.wave.highest),
                         watts(*study.site_limit)),
             fmt::format("The limit holds for the mean over {}: {}. A breaker set to it would trip.",
                         format_quantity(study.meter_window.si(), Dimension::time),
                         watts(study.state.metered)),
             "Make sure that the utility's limit is a metered mean, or set grid.meter_window to what it is.",
             {}});
}

} // namespace

std::optional<Finding> throttle_cost(const Prepared& prepared, const Evaluation& evaluation) {
    constexpr double worth_a_word = 0.005; // of the step
    const double lost = evaluation.parts[static_cast<size_t>(StepPart::throttle)];
    if (!evaluation.feasible || lost < worth_a_word * evaluation.step_time.si()) return std::nullopt;
    const RackState* slowest = nullptr;
    for (const RackState& rack : evaluation.power.racks)
        if (rack.clip != Clip::none && (!slowest || rack.speed < slowest->speed)) slowest = &rack;
    if (!slowest) return std::nullopt;
    EvaluateOptions options;
    options.findings = false;
    options.gpus = evaluation.gpus;
    const Prepared relieved = prepared.relieved(slowest->clip, Turn::twice);
    const Evaluation then = evaluate(relieved, options);
    if (!then.feasible) return std::nullopt;
    const RunCost now = run_cost(prepared, evaluation), less = run_cost(relieved, then);
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
    return Finding{
        Severity::warning,
        "throttle-cost",
        std::move(message),
        fmt::format("All wait for the slowest rack: a step of {} instead of {}.", time(evaluation.step_time),
                    time(then.step_time)),
        fmt::format("{}: both were evaluated.", slowest->clip == Clip::thermal || slowest->clip == Clip::inlet
                                                    ? "Air and coolant 10 K cooler"
                                                    : fmt::format("Twice the {}", label_of(slowest->clip))),
        {slowest->id}};
}

std::vector<Finding> facility_findings(const FacilityStudy& study) {
    std::vector<Finding> out;
    add_swings(study, out);
    return out;
}

} // namespace roofrack
