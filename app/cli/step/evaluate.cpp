// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"

#include "core/answers/findings.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/evaluation_json.h"
#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"
#include "core/base/units/limit_share_text.h"
#include "core/base/units/plain_number.h"
#include "core/step/cost/parameters.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "core/step/engine/measured_network.h"
#include "core/step/workload/plan_check.h"
#include "core/study/verdict.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string shown(double value, Dimension dimension) { return format_quantity(value, dimension); }

/// What widens the band, widest first: "Megatron-Core and NeMo ±5 %, Hopper generation ±3 %".
std::string causes(std::vector<SpreadTerm> terms) {
    std::ranges::sort(terms, std::ranges::greater(), &SpreadTerm::sigma);
    std::string out;
    for (const SpreadTerm& term : terms)
        out += fmt::format("{}{} {:.0f} %", out.empty() ? "σ: " : ", ", term.cause, 100 * term.sigma);
    return out;
}

void print_memory(const MemoryFit& memory) {
    if (memory.stages.empty()) return;
    const StageFit& fullest = memory.stages[static_cast<size_t>(memory.fullest)];
    if (memory.stages.size() > 1)
        print_text("{:<18}{} of {}: {} layers, {:.3g} micro-batches in flight\n", "  fullest stage",
                   memory.fullest + 1, memory.stages.size(), fullest.layers, fullest.in_flight);
    for (const MemoryPart& part : fullest.parts)
        print_text("{:<18}{:>10}{:>7.1f} %\n", "  " + part.name, shown(part.bytes.si(), Dimension::bytes),
                   100 * part.bytes.si() / memory.needed.si());
}

void print_gains(const std::vector<Gain>& gains) {
    if (gains.empty()) return;
    const size_t width = column_width(32, gains, &Gain::label);
    print_text("\n{:<{}}{:>12}{:>12}\n", "faster with", width + 2, "10 % more", "twice");
    for (const Gain& gain : gains)
        print_text("  {:<{}}{:>12}{:>12}\n", gain.label, width, gain_text(gain.tenth), gain_text(gain.twice));
}

std::string regime_text(const Evaluation& e) {
    if (!e.regime) return "regime not known";
    return fmt::format("{}{}", name_of(*e.regime), e.regime_of_best_plans ? " by the best plans" : "");
}

/// `early`: done_meanwhile().
void print(const Scenario& scenario, const Evaluation& e, const std::optional<PublishedComparison>& published,
           bool best_plan, const std::string& early) {
    print_text("{} · {}\n", scenario.name, plan_label(best_plan));
    print_standstill(standstill_of(e), e.step_time > Seconds(0));
    if (e.step_time.si() > 0) {
        const std::string basis = mfu_basis(e.plan).empty() ? "" : fmt::format(" {}", mfu_basis(e.plan));
        print_text(
            "{} a step · {} · {} · {} at PUE {:.2f} · {} · binds: {}{}{}\n",
            shown(e.step_time.si(), Dimension::time),
            std::isfinite(e.mfu) ? fmt::format("MFU {:.1f} % of the productive step{}", 100 * e.mfu, basis)
                                 : std::string("MFU unknown"),
            e.tokens_per_s > 0 ? fmt::format("{} tokens/s", shown(e.tokens_per_s, Dimension::number))
                               : fmt::format("{} samples/s", shown(e.samples_per_s, Dimension::number)),
            shown(e.power.facility.si(), Dimension::power), e.power.pue, regime_text(e), e.binds,
            e.waits.empty() ? "" : fmt::format(" ({})", e.waits),
            e.after_that.empty() ? "" : ", after that " + e.after_that);
        print_text("80 % band: {} to {} a step ({})\n\n", shown(e.step_time_low.si(), Dimension::time),
                   shown(e.step_time_high.si(), Dimension::time), causes(e.band));
        print_text("{:<18}{:>12}{:>9}\n", "part", "time", "share");
        for (size_t i = 0; i < step_part_count; ++i)
            if (e.parts[i] > 0)
                print_text("{:<18}{:>12}{:>7.1f} %\n", label_of(static_cast<StepPart>(i)),
                           shown(e.parts[i], Dimension::time), 100 * e.parts[i] / e.step_time.si());
        print_text("\n{:<18}{} (without checkpoints and failures)\n", "productive step",
                   shown(e.productive_step.si(), Dimension::time));
        if (const Calibration& calibration = scenario.calibration; calibration.is_given())
            print_text("{:<18}by {}{}\n", calibration.off ? "not calibrated" : "calibrated",
                       measured_by(calibration), calibration.off ? ": measured, but not in force" : "");
        if (published)
            print_text("{:<18}{} ({:+.1f} % predicted, {} the 80 % band; {}{}{})\n",
                       published->is_own() ? "measured step" : "published step",
                       shown(published->run.step.si(), Dimension::time), 100 * published->error(),
                       published->is_in_band() ? "in" : "outside", published->run.id,
                       published->run.id.empty() || published->run.source.empty() ? "" : ", ",
                       published->run.source);
        print_text("{:<18}{}\n", "GPUs", format_count(e.gpus));
        print_text("{:<18}{} · {}\n", "plan", plan_text(e.plan), name_of(e.plan.precision));
        print_text("{:<18}{} ({})\n", "software", CostParameters::built_in().stack(e.plan.software).label,
                   e.plan.software);
        print_text("{:<18}{} of {} ({}: {} to {})\n", "memory a GPU",
                   shown(e.memory.needed.si(), Dimension::bytes),
                   shown(e.memory.capacity.si(), Dimension::bytes), name_of(e.memory.verdict),
                   shown(e.memory.low.si(), Dimension::bytes), shown(e.memory.high.si(), Dimension::bytes));
        print_memory(e.memory);
        if (std::isfinite(e.mfu))
            print_text(
                "{:<18}{:.1f} % of the productive step{} (causal {:.1f} %, with recomputation {:.1f} %)\n",
                "MFU", 100 * e.mfu, basis, 100 * e.mfu_causal, 100 * e.hfu);
        if (e.tuning) {
            std::string_view heading = name_of(e.tuning->kind);
            for (const std::string& line : tuning_lines(*e.tuning)) {
                print_text("{:<18}{}\n", heading, line);
                heading = {};
            }
        }
        print_text("{:<18}{}\n", "of each GPU", gpu_rates_text(e));
        print_text("{:<18}{}: the share of the step in compute{} HBM{}\n", "effective GPUs",
                   gpus_at_work_text(e), e.parts[static_cast<size_t>(StepPart::inference)] > 0 ? "," : " and",
                   e.parts[static_cast<size_t>(StepPart::inference)] > 0 ? " and inference" : "");
        print_text("{:<18}{:.1f} %\n", "goodput", 100 * e.goodput);
        if (e.exchange && e.exchange->is_known)
            print_text("{:<18}× {:.2f} to the same loss ({:.2f} to {:.2f}){}\n", "tokens", e.exchange->tokens,
                       e.exchange->low, e.exchange->high,
                       e.exchange->is_extrapolated ? ", beyond what was trained" : "");
        else if (e.exchange)
            print_text("{:<18}to the same loss: not known\n", "tokens");
        print_text("{:<18}{} IT, {} facility; {} over the run, with the time in which it stands still\n",
                   "power", shown(e.power.it.si(), Dimension::power),
                   shown(e.power.facility.si(), Dimension::power),
                   shown(e.power.run_facility.si(), Dimension::power));
        print_text("{:<18}{}\n", "energy a step", step_energy_text(e.energy_per_step));
        print_text("{:<18}{}\n", "cost per hour", format_quantity(e.cost_per_hour.si(), Dimension::money, 3));
        if (e.time_to_budget.si() > 0)
            print_text("{:<18}{} days{}\n", "to the budget", plain_number(in_days(e.time_to_budget)),
                       early.empty() ? ""
                                     : ", of a run that begins with all GPUs; this one is done " + early);
    }
    print_gains(e.gains);
    if (!e.findings.empty()) print_text("\nWhat binds, and what mitigates it\n");
    for (const Finding& finding : e.findings) {
        print_text("  {:<9} {}\n", name_of(finding.severity), finding.message);
        if (!finding.why.empty()) print_text("            why: {}\n", finding.why);
        if (!finding.mitigation.empty()) print_text("            mitigation: {}\n", finding.mitigation);
    }
    if (!e.waived.empty()) print_text("\nWaived\n");
    for (const WaivedFinding& each : e.waived)
        print_text("  {:<9} {}\n            reason: {}\n", name_of(each.finding.severity),
                   each.finding.message, each.reason);
}

int run_evaluate(const ProjectInput& input) {
    const ProjectAnswers project(input);
    const Evaluation& evaluation = project.need<Verdict>().evaluation;
    const auto& published = project.need<PublishedRunAnswer>().run;
    if (input.json) {
        auto out = evaluation_json(evaluation);
        out["published"] = published_json(published);
        out["calibration"] = calibration_state_json(project.answers().scenario().calibration);
        print_json(out);
    } else {
        print(project.answers().scenario(), evaluation, published, input.replan,
              done_meanwhile(project.answers()));
    }
    return evaluation.feasible ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_evaluate(const Command& program) {
    const Command command =
        program.add_subcommand("evaluate", "Step time, power, heat and money of a project");
    command.footer(
        "Example: roofrack-cli evaluate samples/llama3-405b-16k.roofrack.json --set /plan/tp=4 --json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command);
    input->add_replan_to(command);
    command.callback([input] { return run_evaluate(*input); });
}

} // namespace roofrack::cli
