// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/evaluate.h"
#include "core/step/cost/generation.h"

#include "core/base/catalog/part_name.h"
#include "core/base/catalog/software_stack.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/word_list.h"
#include "core/drawing/check/check.h"
#include "core/drawing/check/waive.h"
#include "core/drawing/network/level_share.h"
#include "core/facility/budget/hard_limit_violations.h"
#include "core/facility/cooling/unmet_cooling.h"
#include "core/facility/economics/critical_power.h"
#include "core/facility/economics/economics.h"
#include "core/step/engine/band_basis.h"
#include "core/step/engine/batch_choice.h"
#include "core/step/engine/binding_findings.h"
#include "core/step/engine/gains.h"
#include "core/step/engine/measured_network.h"
#include "core/step/engine/memory_fit.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/step_solver.h"
#include "core/step/engine/throttled_racks.h"
#include "core/step/workload/layer_parameters.h"
#include "core/step/workload/plan_check.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace roofrack {

namespace {

/// The band of what is needed holds what the GPU has.
Finding memory_warning(const MemoryFit& memory) {
    const auto text = [](Bytes bytes) { return format_quantity(bytes.si(), Dimension::bytes); };
    return {Severity::warning,
            "memory-tight",
            fmt::format("May not fit: {} needed, {} on the GPU", text(memory.needed), text(memory.capacity)),
            fmt::format("of measured runs 80 % needed {} to {} where the model says this", text(memory.low),
                        text(memory.high)),
            "try it on one replica before you buy, or leave more free: a smaller micro-batch, recomputation, "
            "more sharding or more pipeline stages",
            {}};
}

void fill_memory(MemoryFit fit, Evaluation& out) {
    out.memory = std::move(fit);
    if (out.memory.verdict == MemoryVerdict::fits) return;
    if (!out.memory.refused()) {
        out.findings.push_back(memory_warning(out.memory));
        return;
    }
    const Bytes needed = out.memory.needed, capacity = out.memory.capacity;
    out.feasible = false;
    out.findings.push_back(
        {Severity::critical,
         "memory-exceeded",
         fmt::format("Does not fit: {} needed, {} on the GPU", format_quantity(needed.si(), Dimension::bytes),
                     format_quantity(capacity.si(), Dimension::bytes)),
         fmt::format("{} missing{}", format_quantity((needed - capacity).si(), Dimension::bytes),
                     out.memory.stages.size() > 1 ? fmt::format(" on stage {}", out.memory.fullest + 1) : ""),
         fmt::format("would fit: {}", out.memory.would_fit),
         {}});
}

/// Another vendor's stack in place of NVIDIA's, which its GPUs do not run.
void add_stack_of_vendor(const Prepared::Impl& impl, Plan& plan, std::vector<Finding>& findings) {
    const SoftwareParameters& stack = software_of(impl, plan);
    const std::vector<Part>& kinds = impl.accelerators.kinds();
    const auto foreign = std::ranges::find_if(
        kinds, [&](const Part& part) { return !runs_on(stack.name, part.text_or("architecture", "")); });
    if (foreign != kinds.end())
        findings.push_back({Severity::warning,
                            "software-of-another-vendor",
                            fmt::format("{} does not run on {}", stack.label, foreign->name),
                            "its factors were found on another vendor's accelerators",
                            "name the software that the plan is run with",
                            {}});
    if (plan.software != Plan().software || stack.name == plan.software) return;
    findings.push_back({Severity::info,
                        "software-of-vendor",
                        fmt::format("Costed with the stack “{}”", stack.name),
                        fmt::format("{} does not run on {}", plan.software, impl.accelerators.front().name),
                        "name the software that the plan is run with",
                        {}});
    plan.software = stack.name;
}

/// Tensor parallelism exchanges activations in every layer: between servers that takes the network.
void add_wide_tensor_parallel(const Fabric& fabric, const Plan& plan, std::vector<Finding>& findings) {
    double near = std::max(fabric.scale_up_domain, fabric.gpus_per_server), before = 0;
    // Where domains are unequal, the smallest in which a whole group must lie.
    for (const GpuGroup& group : fabric.groups) {
        for (const BlockKind& kind : fabric.levels.front().unequal)
            if (kind.first == before && kind.all >= plan.tp)
                near = std::min(near, std::max<double>(kind.gpus, group.gpus_per_server));
        before += group.gpus;
    }
    if (plan.tp <= near || fabric.torus_axes > 0) return;
    std::vector<std::string> servers;
    for (const GpuGroup& group : fabric.groups) servers.push_back(group.element);
    findings.push_back(
        {Severity::warning, "plan-tp-across-servers",
         fmt::format("tp = {} is wider than the {:.0f} GPUs of a scale-up domain", plan.tp, near),
         "every layer waits for the network between servers",
         fmt::format("set tp to {:.0f} or less, and use pipeline stages between servers", near),
         std::move(servers)});
}

/// The share that is trained, and what a step does beside training.
std::optional<TuningStep> tuning_step(const Prepared::Impl& impl, double gpus, double batch,
                                      const StepState& state) {
    if (!impl.model.transformer) return std::nullopt;
    const TransformerShape& shape = *impl.model.transformer;
    const Tuning& tuning = impl.scenario.workload.tuning;
    if (tuning == Tuning() && shape.lora.rank <= 0) return std::nullopt;
    TuningStep out;
    out.kind = tuning.kind;
    out.lora_rank = shape.lora.rank;
    const int moe = moe_layer_count(shape);
    const double adapters =
        (shape.layers - moe) * adapter_parameters(shape, false) + moe * adapter_parameters(shape, true);
    out.parameters = parameter_count(shape);
    out.trained_parameters = shape.lora.rank > 0 ? adapters : out.parameters;
    const InferenceTimes& times = state.cost.inference_times;
    const double inference = state.parts[static_cast<size_t>(StepPart::inference)];
    const double slower = times.total() > 0 ? inference / times.total() : 1; // a drawn speed
    out.generation = Seconds(slower * times.generation);
    out.scoring = Seconds(slower * times.scoring);
    out.training = Seconds(state.productive() - inference);
    out.split_is_given = tuning.split.is_given();
    out.generated = times.generated;
    if (out.generation > Seconds(0))
        out.tokens_per_s_per_gpu = batch * out.generated.tokens / out.generation.si() / gpus;
    return out;
}

void fill_rates(const Prepared::Impl& impl, double gpus, double batch, const StepState& state,
                Evaluation& out) {
    out.samples_per_s = batch / state.step;
    out.productive_step = Seconds(state.productive());
    double flops = 0, causal = 0, hardware = 0;
    if (impl.model.transformer) {
        const double sequence = sequence_of(impl);
        out.tokens_per_step = batch * sequence;
        out.tokens_per_s = out.tokens_per_step / state.step;
        const ModelFlops model = model_flops(*impl.model.transformer, sequence);
        const TransformerShape& shape = *impl.model.transformer;
        const Tuning& tuning = impl.scenario.workload.tuning;
        flops = batch * (model.palm + tuning_flops(shape, tuning, sequence));
        causal = batch * (model.palm_causal + tuning_flops(shape, tuning, sequence, true));
        hardware = flops + batch * state.cost.recompute_flops;
    } else {
        flops = causal = hardware = batch * impl.model.generic->flops_per_sample.si();
    }
    out.peak = FlopRate(state.peak);
    const double peak = state.peak * state.productive();
    out.mfu = flops / peak;
    out.mfu_causal = causal / peak;
    out.hfu = hardware / peak;
    if (flops <= 0) out.mfu = out.mfu_causal = out.hfu = std::nan(""); // a measured profile without FLOPs
    out.goodput = state.goodput;
    out.tuning = tuning_step(impl, gpus, batch, state);
    out.has_gpu_kinds = impl.accelerators.kinds().size() > 1;
    out.effective_gpus = gpus *
                         (state.parts[static_cast<size_t>(StepPart::compute)] +
                          state.parts[static_cast<size_t>(StepPart::memory)] +
                          state.parts[static_cast<size_t>(StepPart::inference)]) /
                         state.step;
}

/// Kinds of GPU that wait for a slower one, where it is worth a word.
void fill_waits(const Prepared::Impl& impl, const KindWait& wait, Evaluation& out) {
    constexpr double worth_a_word = 0.01; // share of the step
    const double share = wait.seconds / out.step_time.si();
    if (wait.fast.empty() || share < worth_a_word) return;
    std::vector<std::string> kinds{impl.accelerators[wait.slow].name};
    for (const size_t group : wait.fast) kinds.push_back(impl.accelerators[group].name);
    kinds = kind_names(kinds);
    out.waiting_share = share;
    out.waits = fmt::format("{} wait for {}: {} of their time", word_list({kinds.begin() + 1, kinds.end()}),
                            kinds.front(), share_in_percent(share, 1));
}

/// The run at this batch: the workload's own has its ramp.
void fill_run(const Prepared& prepared, StepSolver& solver, const Plan& plan, double batch, bool findings,
              Evaluation& out) {
    const Prepared::Impl& impl = prepared.impl();
    if (batch == batch_of(impl)) {
        out.run = run_length(prepared, solver, plan, out.gpus, out.step_time);
    } else {
        out.run.tokens = impl.scenario.workload.token_budget * exchange_price_of(impl, plan).tokens;
        out.run.steps = out.run.tokens / (batch * sequence_of(impl));
        out.run.time = run_time(out.run.tokens, batch * sequence_of(impl), out.step_time);
    }
    out.time_to_budget = out.run.time;
    if (findings && !out.run.reason.empty())
        out.findings.push_back(
            {Severity::warning,
             "batch-ramp",
             "The ramp of the batch cannot run",
             out.run.reason + "; days and $ are those of the full batch from the first step",
             "begin with a larger batch, or take the ramp away",
             {}});
}

/// What the drawn supply and cooling refuse; returns the first, in words.
std::string add_refusals(const Prepared::Impl& impl, Evaluation& out) {
    const std::vector<HardLimitViolation> refusals = hard_limit_violations(*impl.facility, out.power);
    if (refusals.empty()) return {};
    out.supplied = false;
    out.feasible = false;
    for (Finding& finding : refusal_findings(refusals)) out.findings.push_back(std::move(finding));
    return refusals.front().phrase();
}

/// The gravest first, of equals what binds.
void sort_findings(Evaluation& out) {
    put_gravest_first(out.findings,
                      out.gains.empty() ? std::nullopt : std::optional(out.gains.front().resource));
    std::ranges::stable_sort(out.waived, {}, [](const WaivedFinding& each) { return each.finding.severity; });
}

template<class List>
void append(List& to, List& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

} // namespace

Evaluation evaluate(const Prepared& prepared, const EvaluateOptions& options) {
    const Prepared::Impl& impl = prepared.impl();
    Evaluation out;
    out.gpus = options.gpus > 0 ? options.gpus : impl.fabric.gpus;
    const double batch = options.global_batch.value_or(batch_of(impl));
    Plan plan = options.plan.value_or(impl.scenario.plan);
    out.levels = impl.fabric.levels;
    out.findings = plan_findings(impl, plan, out.gpus, batch);
    add_stack_of_vendor(impl, plan, out.findings);
    out.plan = plan;
    if (const auto refused = std::ranges::find(out.findings, Severity::critical, &Finding::severity);
        refused != out.findings.end()) {
        out.feasible = false;
        out.binds = refused->message;
        return out;
    }
    if (software_of(impl, plan).name == "unknown" && plan.software != "unknown")
        out.findings.push_back({Severity::warning,
                                "software-unknown",
                                fmt::format("Software “{}” is not known", plan.software),
                                "it is costed as an unknown stack, with a wider band",
                                "name a family: megatron-core, megatron-lm, fsdp, torchtitan …, or unknown",
                                {}});
    add_wide_tensor_parallel(impl.fabric, plan, out.findings);
    StepSolver solver(prepared);
    fill_memory(memory_fit(prepared, solver, plan, out.gpus, batch), out);
    std::vector<OperatorRecord> records;
    const StepState state = solver.solve(plan, out.gpus, batch, {}, &records);
    if (!std::isfinite(state.step)) {
        out.feasible = false;
        out.binds = "no network";
        out.findings.insert(out.findings.begin(),
                            {Severity::critical,
                             "no-network",
                             "GPUs that must exchange data have no link between them",
                             "a group of the plan spans servers or racks that no drawn network joins",
                             "draw the missing links, or keep the groups inside one server",
                             {}});
        return out;
    }
    out.step_time = Seconds(state.step);
    const BandBasis basis = band_basis(impl, plan, batch);
    const Band band = Uncertainty::built_in().band(state.step, basis);
    out.step_time_low = Seconds(band.low);
    out.step_time_high = Seconds(band.high);
    out.band = Uncertainty::built_in().terms(basis);
    out.parts = state.parts;
    fill_waits(impl, solver.kind_wait(), out);
    fill_rates(impl, out.gpus, batch, state, out);
    if (ExchangePrice price = exchange_price_of(impl, plan); !price.is_free())
        out.exchange = std::move(price);
    if (out.exchange && options.findings)
        if (auto finding = exchange_finding(*out.exchange)) out.findings.push_back(std::move(*finding));
    fill_run(prepared, solver, plan, batch, options.findings, out);
    for (const OperatorRecord& record : records)
        out.operators.push_back({fmt::format("{}{}", record.op.name, record.backward ? ", backward" : ""),
                                 Flops(record.op.flops), Bytes(record.op.bytes), record.calls,
                                 Seconds(record.time), FlopRate(record.peak), record.compute_bound});
    out.power = impl.facility->state(state.duty, out.gpus);
    for (Finding& finding : cooling_findings(*impl.facility, out.power))
        out.findings.push_back(std::move(finding));
    const std::string refusal = impl.may_violate_hard_limit ? add_refusals(impl, out) : std::string();
    out.energy_per_step = out.power.run_facility * out.step_time;
    out.capital = impl.capital;
    const Site& site = impl.scenario.site;
    out.building =
        building_cost(site, power_to_house(out.power, *impl.capital, site.money.deployment), *impl.defaults);
    out.cost = cost_parts_per_hour(out.gpus, impl.scenario.site, out.power, *impl.capital, *impl.defaults);
    out.cost_per_hour = Dollars(out.cost.total());
    out.carbon_per_hour = carbon_per_hour(impl.scenario.site, out.power);
    if (options.findings) {
        out.gains = gains(prepared, plan, out.gpus, batch, state, out.power);
        out.binds = out.gains.empty() ? "nothing" : out.gains.front().phrase();
        if (!out.gains.empty() && !out.memory.refused())
            if (const auto next = next_bottleneck(prepared, plan, out.gpus, batch, out.gains.front()))
                out.after_that = next->phrase();
        for (Finding& finding :
             binding_findings(prepared, plan, out.gpus, batch, state, out.gains, out.power))
            out.findings.push_back(std::move(finding));
        if (auto large = batch_finding(prepared, plan, out.gpus, batch))
            out.findings.push_back(std::move(*large));
        for (Finding& finding : level_findings(impl.fabric, impl.scenario.site.fabric))
            out.findings.push_back(std::move(finding));
        for (Finding& finding : measured_findings(prepared, out.gpus))
            out.findings.push_back(std::move(finding));
        sort_findings(out);
    }
    if (!refusal.empty()) out.binds = refusal;
    if (out.memory.refused()) out.binds = "HBM capacity";
    return out;
}

void add_drawing_findings(Evaluation& evaluation, Findings drawing, const std::vector<Waiver>& waivers) {
    const auto by_plan = std::ranges::stable_partition(evaluation.findings, [](const Finding& finding) {
        const Rule* rule = find_rule(finding.id);
        return !rule || rule->scope != RuleScope::plan;
    });
    Findings plan = waive({std::make_move_iterator(by_plan.begin()), std::make_move_iterator(by_plan.end())},
                          waivers, RuleScope::plan);
    evaluation.findings.erase(by_plan.begin(), by_plan.end());
    Findings run = set_aside(std::move(evaluation.findings), waivers);
    evaluation.findings.clear();
    // What the plan is about stands before what is of the run.
    for (Findings* const part : {&plan, &run, &drawing}) {
        append(evaluation.findings, part->open);
        append(evaluation.waived, part->waived);
    }
    evaluation.waivers = waivers;
    sort_findings(evaluation);
}

void add_findings(Evaluation& evaluation, std::vector<Finding> findings) {
    if (findings.empty()) return;
    Findings added = set_aside(std::move(findings), evaluation.waivers);
    append(evaluation.findings, added.open);
    append(evaluation.waived, added.waived);
    sort_findings(evaluation);
}

Evaluation not_evaluable(const Scenario& scenario, const Diagnostic& error, const Findings& drawing) {
    Evaluation out;
    out.feasible = false;
    out.plan = scenario.plan;
    out.binds = "the scenario cannot be evaluated";
    if (std::ranges::any_of(drawing.open, [](const Finding& f) { return f.severity == Severity::critical; }))
        return out;
    Finding finding{Severity::critical, "not-evaluable", error.what, error.where, error.fix, {}};
    if (scenario.cluster.find(error.where)) finding.where.push_back(std::exchange(finding.why, {}));
    out.findings.push_back(std::move(finding));
    return out;
}

Evaluation evaluate_or_explain(const Scenario& scenario, const Catalog& catalog,
                               const EvaluateOptions& options) {
    const auto prepared = Prepared::make(scenario, catalog);
    Findings drawing = prepared ? check_drawing(*prepared->impl().drawing, &prepared->fabric())
                                : check_drawing(scenario.cluster, catalog);
    Evaluation out =
        prepared ? evaluate(*prepared, options) : not_evaluable(scenario, prepared.error(), drawing);
    add_drawing_findings(out, std::move(drawing), scenario.cluster.waivers);
    return out;
}

} // namespace roofrack
