// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/output.h"
#include "app/cli/base/project_answers.h"
#include "app/cli/base/project_input.h"
#include "core/answers/report/batch_plane_json.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/study/batch_plane.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

struct BatchCall {
    ProjectInput input;
    std::string gpus, batches;
};

std::string short_number(double value) { return format_quantity(value, Dimension::number, 3); }
std::string days_text(Seconds time) { return plain_number(in_days(time)) + " d"; }
std::string signed_days(Seconds time) {
    return (time.si() >= 0 ? "+" : "") + plain_number(in_days(time)) + " days";
}
std::string dollars(Dollars cost) { return format_quantity(cost.si(), Dimension::money, 3); }

const char* unit_of(const BatchPlane& plane) { return plane.counts_samples ? "samples" : "tokens"; }

void print_critical(const BatchPlane& plane) {
    const CriticalBatch& critical = plane.critical;
    const char* unit = unit_of(plane);
    if (critical.tokens > 0)
        print_text("critical batch {} {}", short_number(critical.tokens), unit);
    else
        print_text("critical batch unknown, so no {} count as extra: give the workload its critical_batch",
                   unit);
    if (critical.is_given) print_text(", as the workload says");
    for (size_t i = 0; i < critical.laws.size(); ++i)
        print_text("{}{} {}",
                   i > 0               ? ", "
                   : critical.is_given ? "; published laws: "
                                       : " (",
                   critical.laws[i].source, short_number(critical.laws[i].tokens));
    print_text("{}\n", !critical.laws.empty() && !critical.is_given ? ")" : "");
    const double drawn = plane.drawn_batch * plane.tokens_each;
    print_text(
        "target: the loss that {} {} reach at a batch of {} {} ({} {}); the smallest batches need {}\n",
        short_number(plane.token_budget), unit, short_number(drawn), unit, format_count(plane.drawn_batch),
        plane.counts_samples ? "samples" : "sequences", short_number(plane.least_tokens));
}

/// Where not the critical batch ends the batch.
std::string held_text(const BatchBest& best) {
    if (best.held_back.empty()) return {};
    return fmt::format("  {}: the next {}",
                       best.memory_holds ? "largest that fits, HBM holds it back" : "largest that runs",
                       best.memory_holds ? best.held_back : "cannot run: " + best.held_back);
}

void print_best(const BatchPlane& plane) {
    const char* unit = unit_of(plane);
    print_text("\n{:>10} {:>12} {:>12} {:>12} {:>8} {:>9} {:>9} {:>10} {:>10} {:>14}\n", "GPUs", "best batch",
               "enough", "total", "extra", "step", "run", "GPU-hours", "cost", "batch as drawn");
    print_text("{:>10} {:>12} {:>12} {:>12} {:>8} {:>9} {:>9} {:>10} {:>10} {:>14}\n", "", unit, unit, unit,
               "of these", "", "days", "hours", "$", "days");
    for (const BatchBest& best : plane.best) {
        const BatchPoint& point = *plane.find(best.gpus, plane.batches[best.fastest]);
        const BatchPoint* drawn = plane.find(best.gpus, plane.drawn_batch);
        print_text("{:>10} {:>12} {:>12} {:>12} {:>6.1f} % {:>9} {:>9} {:>10} {:>10} {:>14}{}\n",
                   format_count(best.gpus), short_number(point.batch),
                   short_number(plane.batches[best.enough] * plane.tokens_each), short_number(point.tokens),
                   100 * point.extra_share, format_quantity(point.wall_step.si(), Dimension::time, 3),
                   days_text(point.time), short_number(point.gpu_seconds() / seconds_an_hour),
                   dollars(point.cost),
                   !drawn          ? ""
                   : drawn->runs() ? days_text(drawn->time)
                                   : "cannot run",
                   held_text(best));
    }
}

void print_frontier(const BatchPlane& plane) {
    const BatchPoint& fastest = plane.points[plane.frontier.front()];
    const BatchPoint& cheapest = plane.points[plane.frontier.back()];
    print_text(
        "\nshortest run: {} on {} GPUs at a batch of {} {}; it takes {:.2f} times the GPU-hours of the run "
        "with the fewest\n",
        days_text(fastest.time), format_count(fastest.gpus), short_number(fastest.batch), unit_of(plane),
        fastest.gpu_seconds() / cheapest.gpu_seconds());
    print_text("{:>10} {:>12} {:>9} {:>10} {:>10} {:>14} {:>14}\n", "GPUs", "batch", "run", "GPU-hours",
               "cost", "times fastest", "times leanest");
    print_text("{:>10} {:>12} {:>9} {:>10} {:>10} {:>14} {:>14}\n", "", unit_of(plane), "days", "hours", "$",
               "in days", "in GPU-hours");
    for (const size_t i : plane.frontier) {
        const BatchPoint& point = plane.points[i];
        print_text("{:>10} {:>12} {:>9} {:>10} {:>10} {:>14.2f} {:>14.3f}\n", format_count(point.gpus),
                   short_number(point.batch), days_text(point.time),
                   short_number(point.gpu_seconds() / seconds_an_hour), dollars(point.cost),
                   point.time / fastest.time, point.gpu_seconds() / cheapest.gpu_seconds());
    }
}

void print_ramp(const BatchPlane& plane) {
    const BatchRamp& ramp = *plane.ramp;
    const char* unit = unit_of(plane);
    print_text("\nthe ramp on {} GPUs", format_count(plane.drawn_gpus));
    if (!ramp.reason.empty()) {
        print_text(" does not run: {}\n", ramp.reason);
        return;
    }
    print_text("\n{:>12} {:>12} {:>10} {:>9} {:>9}\n", "batch", "trained", "steps", "step", "run");
    print_text("{:>12} {:>12} {:>10} {:>9} {:>9}\n", unit, unit, "", "", "days");
    for (const BatchRamp::Stage& stage : ramp.stages)
        print_text("{:>12} {:>12} {:>10} {:>9} {:>9}\n", short_number(stage.at.batch),
                   short_number(stage.tokens), short_number(stage.steps),
                   format_quantity(stage.at.wall_step.si(), Dimension::time, 3), days_text(stage.time));
    print_text("{:>12} {:>12} {:>10} {:>9} {:>9}\n", "with it", short_number(ramp.tokens),
               short_number(ramp.steps), "", days_text(ramp.time));
    print_text("{:>12} {:>12} {:>10} {:>9} {:>9}\n", "without", short_number(ramp.full.tokens),
               short_number(ramp.full.steps), "", days_text(ramp.full.time));
    print_text("the ramp saves {} {} ({:.2f} %), which is {}; its smaller batches' slower steps take {}; "
               "in all {} and {}\n",
               short_number(ramp.tokens_saved()), unit, 100 * ramp.tokens_saved() / ramp.full.tokens,
               signed_days(-ramp.time_of_tokens()), signed_days(ramp.time_of_steps()),
               signed_days(ramp.time - ramp.full.time), dollars(ramp.cost - ramp.full.cost));
}

/// Batches that cannot run at a count, as one line per reason of the drawn one.
void print_reasons(const BatchPlane& plane) {
    for (size_t i = 0; i < plane.gpus.size(); ++i)
        if (std::ranges::none_of(plane.row(i), &BatchPoint::runs))
            print_text("{} GPUs: {}\n", format_count(plane.gpus[i]), plane.row(i).back().reason);
}

void print(const BatchPlane& plane) {
    print_critical(plane);
    if (!plane.best.empty()) {
        print_best(plane);
        print_frontier(plane);
    }
    if (plane.ramp) print_ramp(plane);
    print_reasons(plane);
}

int run_batch(const BatchCall& call) {
    const ProjectAnswers project(call.input);
    const Prepared& prepared = project.prepared();
    if (!(prepared.scenario().workload.token_budget > 0))
        return report({call.input.path + ": /workload/token_budget",
                       "no token budget is given, and without one there are no days to a loss",
                       "set it, or add --set /workload/token_budget=1T"});
    BatchOptions options;
    if (!call.gpus.empty()) options.gpus = parse_gpu_counts(call.gpus);
    if (!call.batches.empty())
        options.batches = parse_counts(call.batches, "--batches", "batch in sequences (samples)");
    const BatchPlane plane = batch_plane(prepared, options);
    if (call.input.json)
        print_json(batch_plane_json(plane));
    else
        print(plane);
    return plane.fastest() ? Exit::done : Exit::answer_is_no;
}

} // namespace

void add_batch(const Command& program) {
    const Command command = program.add_subcommand(
        "batch", "Days to a loss over global batch and GPUs: the best batch, the critical one, the ramp");
    command.footer("Example: roofrack-cli batch samples/llama3-405b-16k.roofrack.json --gpus 1024:131072 "
                   "--batches 512:16384");
    auto call = std::make_shared<BatchCall>();
    call->input.add_to(command);
    call->input.add_replan_to(command);
    command.add_option("--gpus", call->gpus, "A:B (powers of two and both ends) or A,B,C");
    command.add_option("--batches", call->batches,
                       "sequences (samples) a step: A:B (powers of two and both ends) or A,B,C");
    command.callback([call] { return run_batch(*call); });
}

} // namespace roofrack::cli
