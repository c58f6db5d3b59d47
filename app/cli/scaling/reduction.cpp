// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/limits_answers.h"
#include "core/answers/report/limits/reduction_json.h"
#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string error_text(double error) {
    return std::isfinite(error) ? fmt::format("{:.2g}", error) : "overflow";
}

std::string order_text(const GradientReduction& drawn) {
    std::string out;
    for (const ReductionStage& stage : drawn.stages)
        out += fmt::format("{}{} of {}", out.empty() ? "" : ", then ", name_of(stage.order),
                           format_count(stage.ranks));
    return out;
}

void print_error(const std::optional<SumError>& error, SummedValues values) {
    if (!error) return;
    print_text(
        "  {}: off by {} of the sum; in another order it differs by {}, and {:.0f} % of the sums in some "
        "bit\n",
        label_of(values), error_text(error->error), error_text(error->difference), 100 * error->other_bits);
}

void print_plan(const ReductionStudy& study) {
    const GradientReduction& drawn = study.drawn;
    if (drawn.ranks <= 1 || drawn.calls.empty()) {
        // A plan that does not run has no software: nothing is known of it, and the end says why.
        if (!drawn.software.empty()) print_text("As drawn no gradients are reduced between GPUs.\n\n");
        return;
    }
    print_text("As drawn: gradients of {} ranks in {:.0f} bits ({}){}\n", format_count(drawn.ranks),
               drawn.bits, drawn.bits_of_plan ? "the plan's" : "default of " + drawn.software,
               drawn.precision ? fmt::format(": {}", label_of(*drawn.precision)) : "");
    for (const GradientReduction::Call& call : drawn.calls)
        print_text("  {} over {} ranks in {} domains, {} a call: {}{}\n", name_of(call.collective),
                   format_count(call.ranks), format_count(call.domains),
                   format_quantity(call.bytes.si(), Dimension::bytes, 3), name_of(call.algorithm),
                   drawn.is_measured ? " (by the formula; its time is measured)" : "");
    if (drawn.micro_batches > 1)
        print_text("  each rank has added up {} micro-batches before\n", format_count(drawn.micro_batches));
    if (!drawn.precision) {
        print_text("  compressed to fewer than 16 bits: what that loses is not simulated\n\n");
        return;
    }
    print_text("  added up as {}\n", order_text(drawn));
    print_error(study.errors.either_sign, SummedValues::either_sign);
    print_error(study.errors.equal_sign, SummedValues::equal_sign);
    if (!study.errors.either_sign) print_text("  too many ranks to simulate\n");
    print_text(
        "Runs on other GPU counts, or with another algorithm, add in another order: their bits are not "
        "the same.\n\n");
}

void print_curves(const ReductionCurves& curves, SummedValues values) {
    print_text("Error of the sum, {}\n{:>9}", label_of(values), "ranks");
    for (const ReductionCurve& curve : curves.curves)
        if (curve.values == values)
            print_text(" {:>14}", fmt::format("{} {}", name_of(curve.precision), name_of(curve.order)));
    print_text(" {:>9} {:>9} {:>9}\n", "n-1", "sqrt n", "log2 n");
    const size_t points = curves.curves.front().points.size();
    for (size_t i = 0; i < points; ++i) {
        const double ranks = curves.curves.front().points[i].ranks;
        print_text("{:>9}", format_count(ranks));
        for (const ReductionCurve& curve : curves.curves)
            if (curve.values == values) print_text(" {:>14}", error_text(curve.points[i].error));
        print_text(" {:>9} {:>9.1f} {:>9.0f}\n", format_count(ranks - 1), std::sqrt(ranks),
                   std::ceil(std::log2(ranks)));
    }
    print_text("\n");
}

void print_reduction(const ReductionStudy& study, bool with_project) {
    if (with_project) print_plan(study);
    for (size_t i = 0; i < summed_values_count; ++i)
        print_curves(*study.curves, static_cast<SummedValues>(i));
    print_text(
        "Simulated: RMS over {} sums against that of the exact ones, of values already rounded.\n"
        "The last three columns times u ({:.1g} in bf16, {:.1g} in fp16, {:.1g} in fp32) are bounds as a "
        "share of the sum of the magnitudes:\n(n-1)u of a ring and ceil(log2 n)u of a tree at worst, "
        "sqrt(n)u of a ring where rounding errors are independent.\n",
        reduction_elements, unit_roundoff(FloatFormat::bf16), unit_roundoff(FloatFormat::fp16),
        unit_roundoff(FloatFormat::fp32));
}

int run_reduction(const ProjectInput& input) {
    const auto project = project_if_named(input);
    const ReductionStudy study =
        project ? project->need<ReductionStudy>() : ReductionStudy{&reduction_curves(), {}, {}};
    if (input.json)
        print_json(reduction_json(study, project != nullptr));
    else
        print_reduction(study, project != nullptr);
    return project ? project->exit_of_step() : Exit::done;
}

} // namespace

void add_reduction(const Command& program) {
    const Command command = program.add_subcommand(
        "reduction", "What the order and the precision of a sum over ranks do to it, and what the plan uses");
    command.footer("Example: roofrack-cli reduction samples/llama3-405b-16k.roofrack.json");
    auto input = std::make_shared<ProjectInput>();
    input->add_to(command, false);
    input->add_replan_to(command);
    command.callback([input] { return run_reduction(*input); });
}

} // namespace roofrack::cli
