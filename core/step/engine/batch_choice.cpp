// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/batch_choice.h"

#include "core/base/figures/builder.h"
#include "core/base/units/common_units.h"
#include "core/base/units/plain_number.h"
#include "core/facility/economics/running_cost.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

BatchTarget::BatchTarget(const Prepared::Impl& impl)
    : critical(critical_batch_of(impl))
    , drawn_batch(batch_of(impl) * sequence_of(impl))
    , token_budget(impl.scenario.workload.token_budget) {}

double BatchTarget::tokens(double batch) const {
    return token_budget *
           (token_overhead(batch, critical.tokens) / token_overhead(drawn_batch, critical.tokens));
}

double BatchTarget::extra_share(double batch) const { return 1 - 1 / token_overhead(batch, critical.tokens); }

double BatchPoint::slowness(double critical_batch) const {
    return wall_step.si() * token_overhead(batch, critical_batch) / batch;
}

BatchPoint batch_point(const Prepared& prepared, StepSolver& solver, const BatchTarget& target,
                       const Plan& plan, double gpus, double sequences) {
    const Prepared::Impl& impl = prepared.impl();
    BatchPoint out;
    out.gpus = gpus;
    out.sequences = sequences;
    out.batch = sequences * sequence_of(impl);
    out.extra_share = target.extra_share(out.batch);
    PlanAtSize here;
    out.reason = try_plan(prepared, solver, plan, gpus, sequences, here);
    out.too_large = here.too_large;
    if (!out.runs()) return out;
    out.wall_step = Seconds(here.state.step);
    out.tokens = target.tokens(out.batch) * exchange_price_of(impl, here.plan).tokens;
    out.steps = out.tokens / out.batch;
    out.time = run_time(out.tokens, out.batch, out.wall_step);
    if (target.token_budget <= 0) return out;
    const RunningCost cost = running_cost(*impl.facility, here.state.duty, gpus, impl.fabric.gpus,
                                          impl.scenario.site, *impl.capital, *impl.defaults);
    out.cost = cost.per_hour * in_hours(out.time);
    out.energy = cost.facility * out.time;
    return out;
}

std::vector<double> batch_grid(const Prepared::Impl& impl) {
    // The grid reaches from the drawn batch ÷ 16 to × 16, and from the critical batch ÷ 256 to × 10.
    constexpr double around = 16, below_critical = 256, beyond_critical = 10;
    const double drawn = batch_of(impl), critical = critical_batch_of(impl).tokens / sequence_of(impl);
    std::vector<double> out;
    if (!(drawn >= 1)) return out;
    const double low =
        std::max(1.0, critical > 0 ? std::min(drawn / around, critical / below_critical) : drawn / around);
    const double high = std::max(drawn * around, beyond_critical * critical);
    constexpr int most_octaves = 20; // in each direction: a critical batch that is given may be any number
    const int first = -std::min(most_octaves, static_cast<int>(std::ceil(std::log2(drawn / low))));
    const int last = std::min(most_octaves, static_cast<int>(std::ceil(std::log2(high / drawn))));
    for (int octave = first; octave <= last; ++octave)
        for (const double step : {1.0, 1.5})
            if (const double batch = std::round(step * drawn * std::exp2(octave));
                batch >= 1 && (octave < last || step == 1) && (out.empty() || batch > out.back()))
                out.push_back(batch);
    return out;
}

const BatchPoint* fastest_of(std::span<const BatchPoint> row, double critical_batch) {
    const BatchPoint* best = nullptr;
    for (const BatchPoint& point : row)
        if (point.runs() && (!best || point.slowness(critical_batch) < best->slowness(critical_batch)))
            best = &point;
    return best;
}

Seconds BatchRamp::time_of_tokens() const { return full.wall_step * (tokens_saved() / full.batch); }

Seconds BatchRamp::time_of_steps() const { return time - full.time + time_of_tokens(); }

std::vector<BatchStage> ramp_of(const Prepared::Impl& impl) {
    const Workload& workload = impl.scenario.workload;
    const BatchTarget target(impl);
    if (!(workload.batch_ramp_start > 0) || !(workload.batch_ramp_tokens > 0) ||
        !(workload.batch_ramp_start < batch_of(impl)) || !(target.token_budget > 0))
        return {};
    return ramp_stages(workload.batch_ramp_start * sequence_of(impl), target.drawn_batch,
                       workload.batch_ramp_tokens, target.least_tokens(), target.critical.tokens,
                       impl.defaults->convergence);
}

RunLength run_length(const Prepared& prepared, StepSolver& solver, const Plan& plan, double gpus,
                     Seconds wall_step) {
    const Prepared::Impl& impl = prepared.impl();
    const BatchTarget target(impl);
    RunLength out;
    if (!(target.token_budget > 0)) return out;
    const double price = exchange_price_of(impl, plan).tokens, tokens = target.token_budget * price;
    const RunLength without_ramp{
        run_time(tokens, target.drawn_batch, wall_step), tokens, tokens / target.drawn_batch, {}, {}};
    for (const BatchStage& stage : ramp_of(impl)) {
        const double sequences = stage.batch / sequence_of(impl);
        RunStage here{sequences, stage.batch, stage.tokens * price, wall_step};
        if (stage.batch != target.drawn_batch) {
            PlanAtSize at;
            out.reason = try_plan(prepared, solver, plan, gpus, sequences, at);
            if (!out.reason.empty()) {
                RunLength other = without_ramp;
                other.reason = fmt::format("at {} sequences a step: {}", format_count(sequences), out.reason);
                return other;
            }
            here.step = Seconds(at.state.step);
        }
        out.time += here.time();
        out.tokens += here.tokens;
        out.steps += here.steps();
        out.stages.push_back(here);
    }
    return out.stages.empty() ? without_ramp : out;
}

std::optional<BatchRamp> batch_ramp(const Prepared& prepared, double gpus) {
    const Prepared::Impl& impl = prepared.impl();
    const std::vector<BatchStage> stages = ramp_of(impl);
    if (stages.empty()) return std::nullopt;
    const BatchTarget target(impl);
    const Plan& plan = impl.scenario.plan;
    StepSolver solver(prepared);
    BatchRamp out;
    out.full = batch_point(prepared, solver, target, plan, gpus, batch_of(impl));
    const RunLength run = run_length(prepared, solver, plan, gpus, out.full.wall_step);
    out.reason = out.full.runs() ? run.reason : out.full.reason;
    const double price = target.token_budget > 0 && out.full.runs()
                             ? out.full.tokens / target.tokens(out.full.batch)
                             : 1; // by which the plan's exchange lengthens the run
    for (const BatchStage& stage : stages) {
        BatchRamp::Stage here;
        here.at = batch_point(prepared, solver, target, plan, gpus, stage.batch / sequence_of(impl));
        here.tokens = stage.tokens * price;
        here.steps = here.tokens / stage.batch;
        here.time = here.at.wall_step * here.steps;
        out.stages.push_back(std::move(here));
    }
    if (!out.reason.empty()) return out;
    out.tokens = run.tokens;
    out.steps = run.steps;
    out.time = run.time;
    const double share = run.time / out.full.time;
    out.cost = out.full.cost * share;
    out.energy = out.full.energy * share;
    return out;
}

namespace {

std::string tokens_text(double tokens, bool are_samples) {
    return format_quantity(tokens, Dimension::number, 3) + (are_samples ? " samples" : " tokens");
}

/// The fastest other batch, in words; empty where none is faster.
std::string other_batch(const Prepared& prepared, const BatchTarget& target, const Plan& plan,
                        const BatchPoint& here, bool are_samples) {
    constexpr double least_gain = 0.005;
    StepSolver solver(prepared);
    std::vector<BatchPoint> row;
    for (const double sequences : batch_grid(prepared.impl()))
        row.push_back(batch_point(prepared, solver, target, plan, here.gpus, sequences));
    const double critical = target.critical.tokens;
    const BatchPoint* best = fastest_of(row, critical);
    if (!best) return {};
    const double gain = here.slowness(critical) / best->slowness(critical) - 1;
    if (!(gain >= least_gain)) return {};
    std::string out = fmt::format("a batch of {}", tokens_text(best->batch, are_samples));
    if (!are_samples) out += fmt::format(" ({} sequences)", format_count(best->sequences));
    out += gain < 1 ? fmt::format(": {:.1f} % faster to the same loss", 100 * gain)
                    : fmt::format(": {:.3g} times as fast to the same loss", 1 + gain);
    if (target.token_budget > 0)
        out += fmt::format(", {} instead of {} days", plain_number(in_days(best->time)),
                           plain_number(in_days(here.time)));
    return out;
}

} // namespace

std::optional<Finding> batch_finding(const Prepared& prepared, const Plan& plan, double gpus,
                                     double sequences) {
    const Prepared::Impl& impl = prepared.impl();
    const BatchTarget target(impl);
    const CriticalBatch& critical = target.critical;
    const double batch = sequences * sequence_of(impl);
    if (!(critical.tokens > 0) ||
        token_overhead(batch, critical.tokens) <= 1 + impl.defaults->convergence.zhang_overhead)
        return std::nullopt;
    StepSolver solver(prepared);
    const BatchPoint here = batch_point(prepared, solver, target, plan, gpus, sequences);
    if (!here.runs()) return std::nullopt;
    const bool are_samples = impl.model.generic.has_value(), beyond = batch > critical.tokens;
    Finding out;
    out.severity = beyond ? Severity::warning : Severity::info;
    out.id = "critical-batch";
    out.message = fmt::format("Of the tokens at this batch {:.0f} % are extra", 100 * here.extra_share);
    if (are_samples)
        out.message = fmt::format("Of the samples at this batch {:.0f} % are extra", 100 * here.extra_share);
    out.why = fmt::format(
        "a batch of {} is {:.2g} times the critical batch of {} ({}): beyond it a larger batch "
        "costs tokens and hardly saves steps",
        tokens_text(batch, are_samples), batch / critical.tokens, tokens_text(critical.tokens, are_samples),
        critical.is_given
            ? "as the workload says"
            : fmt::format("published laws: {} to {}", format_quantity(critical.low, Dimension::number, 3),
                          format_quantity(critical.high, Dimension::number, 3)));
    out.mitigation = other_batch(prepared, target, plan, here, are_samples);
    return out;
}

void describe(figures::Builder<BatchPoint>& f) {
    using namespace figures;
    using P = BatchPoint;
    const When runs = f.gate([](const P& p) { return p.runs(); }, "it does not run");
    f.number("gpus", &P::gpus, count, "GPUs", "at work", always);
    f.number("sequences", &P::sequences, count, "sequences", "(samples) a step", always);
    f.number("batch", &P::batch, count, "batch", "tokens (samples) a step");
    f.flag(
        "feasible", [](const P& p) { return p.runs(); }, "runs", "with this batch");
    f.text("reason", &P::reason, "reason", "why it cannot run", Absent{"it runs"});
    f.number("wall_step_s", &P::wall_step, seconds, "wall step", "with its checkpoints and failures", less,
             runs);
    f.number("steps", &P::steps, count, "steps", "to the target", less, runs);
    f.number("tokens", &P::tokens, count, "tokens", "(samples) to the target", less, runs);
    f.number("extra_share", &P::extra_share, share, "extra tokens", "share that a large batch costs", less,
             runs);
    f.number("time_s", &P::time, days, "days to the target", "by the wall clock", less, runs);
    f.number(
        "gpu_hours", [](const P& p) { return p.gpu_seconds() / seconds_an_hour; }, count, "GPU-hours",
        "to the target", less, runs);
    f.number("cost_usd", &P::cost, usd, "$ of the run", "to the target", less, runs);
    f.number("energy_j", &P::energy, joules, "energy of the run", "at the meter", less, runs);
}

void describe(figures::Builder<BatchRamp::Stage>& f) {
    using namespace figures;
    using S = BatchRamp::Stage;
    f.number(
        "sequences", [](const S& s) { return s.at.sequences; }, count, "sequences", "(samples) a step",
        always);
    f.number(
        "batch", [](const S& s) { return s.at.batch; }, count, "batch", "tokens (samples) a step", always);
    f.text(
        "reason", [](const S& s) { return s.at.reason; }, "reason", "why it cannot run", Absent{"it runs"});
    f.number("tokens", &S::tokens, count, "tokens", "(samples) trained in it", always);
    f.number("steps", &S::steps, count, "steps", "in it", less, always);
    f.number(
        "wall_step_s", [](const S& s) { return s.at.wall_step; }, seconds, "wall step",
        "with its checkpoints and failures", less);
    f.number("time_s", &S::time, days, "days", "of it", less);
}

void describe(figures::Builder<BatchRamp>& f) {
    using namespace figures;
    using R = BatchRamp;
    const When runs = f.gate([](const R& r) { return r.reason.empty(); }, "the ramp cannot be run");
    f.text("reason", &R::reason, "reason", "why it cannot be", Absent{"it runs"});
    f.list("stages", &R::stages, "stages", "the last one is the full batch, where it is reached");
    f.number("tokens", &R::tokens, count, "tokens", "(samples) of all stages", less, runs);
    f.number("steps", &R::steps, count, "steps", "of all stages", less, runs);
    f.number("time_s", &R::time, days, "days", "of all stages", less, runs);
    f.number("cost_usd", &R::cost, usd, "$ of the run", "of all stages", less, runs);
    f.number("energy_j", &R::energy, joules, "energy of the run", "of all stages, at the meter", less, runs);
    f.object("without", &R::full, "without the ramp", "at the full batch from the first step");
    f.number(
        "tokens_saved", [](const R& r) { return r.tokens_saved(); }, count, "tokens saved",
        "(samples) by the ramp", more, runs);
    f.number(
        "time_of_tokens_s", [](const R& r) { return r.time_of_tokens(); }, days, "days of the tokens saved",
        "at the full batch", more, runs);
    f.number(
        "time_of_steps_s", [](const R& r) { return r.time_of_steps(); }, days, "days of smaller batches",
        "that their steps cost more than the same tokens at the full one", less, runs);
}

} // namespace roofrack
