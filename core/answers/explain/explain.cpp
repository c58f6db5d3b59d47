// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/explain.h"

#include "core/answers/explain/communication.h"
#include "core/answers/explain/conditions.h"
#include "core/answers/explain/facility.h"
#include "core/answers/explain/memory.h"
#include "core/answers/explain/money.h"
#include "core/answers/explain/rates.h"
#include "core/answers/explain/stage_time.h"
#include "core/answers/explain/tree/inputs.h"
#include "core/answers/explain/update.h"

#include <algorithm>

namespace roofrack {

namespace {

ExplanationPtr generation_node(const Inputs& in, const InferenceTimes& times) {
    const Tuning& tuning = in.impl().scenario.workload.tuning;
    const Generation& made = times.generated;
    const auto leaf = [&](const char* key, const char* name, double value, const char* unit = "") {
        return in.found("generation", key, name, value, unit);
    };
    if (tuning.split.is_given() || made.gpus <= 0)
        return leaf("seconds", "time of generation, by the split that is given", times.generation, "s");
    const ExplanationPtr token =
        leaf("token_time", "time of a token of all sequences at a time, of HBM, arithmetic and exchange",
             made.token_time, "s");
    return recorded("generation", times.generation, "s",
                    Term(leaf("prefill", "time of the prompts", made.prefill, "s")) +
                        Term(leaf("rounds", "rounds of sequences", made.rounds)) *
                            leaf("tokens", "generated tokens of a sequence", made.tokens) * token,
                    "Pope 2022 (arXiv 2211.05102), section 2");
}

/// What a step of post-training generates and scores, as an explained number (inference_times in
/// core/step/cost/generation.cpp).
ExplanationPtr inference_node(const Inputs& in) {
    const InferenceTimes& times = in.state().cost.inference_times;
    if (times.total() <= 0)
        return absent_part(in, StepPart::inference, "the step trains and does nothing else");
    const Term scoring =
        in.found("generation", "scoring", "time of forward passes that train nothing", times.scoring, "s");
    return in.recorded_part(StepPart::inference,
                            (Term(generation_node(in, times)) + scoring) / in.drawn_speed());
}

} // namespace

struct Explainer::Impl {
    Prepared prepared;
    Evaluation evaluation;
    double batch = 0;
    StepState state;
};

namespace {

ExplanationPtr part_of(const Inputs& in, StepPart part) {
    switch (part) {
    case StepPart::compute:
    case StepPart::memory: return computation_node(in, part);
    case StepPart::launch: return launch_node(in);
    case StepPart::tensor_comm: return tensor_comm_node(in);
    case StepPart::context_comm: return context_comm_node(in);
    case StepPart::expert_comm: return expert_comm_node(in);
    case StepPart::pipeline_bubble: return pipeline_bubble_node(in);
    case StepPart::pipeline_comm: return pipeline_comm_node(in);
    case StepPart::data_comm: return data_comm_node(in);
    case StepPart::optimizer: return optimizer_node(in);
    case StepPart::inference: return inference_node(in);
    case StepPart::straggler: return straggler_node(in);
    case StepPart::throttle: return throttle_node(in);
    case StepPart::input: return input_node(in);
    case StepPart::checkpoint: return checkpoint_node(in);
    case StepPart::failure: break;
    }
    return failure_node(in);
}

ExplanationPtr whole_step(const Inputs& in) {
    std::vector<ExplanationPtr> parts;
    for (size_t i = 0; i < step_part_count; ++i) parts.push_back(part_of(in, static_cast<StepPart>(i)));
    return step_time_node(in, std::move(parts));
}

struct Entry {
    std::string_view name;
    ExplanationPtr (*node)(const Inputs&);
    bool of_transformers = false;
};
constexpr Entry entries[] = {
    {"step_time", whole_step},
    {"productive_step", productive_step_node},
    {"band", band_node},
    {"mfu", mfu_node},
    {"memory_bytes", memory_node},
    {"power", power_node},
    {"goodput", goodput_node},
    {"cost_per_hour", cost_per_hour_node},
    {"capital", capital_node},
    {"cost_per_million", cost_per_million_node},
    {"cost_of_run", run_cost_node},
    {"carbon_of_run", run_carbon_node},
    {"time_of_run", run_time_node},
    {"energy_of_run", run_energy_node},
    {"metered_power", metered_node},
    {"lead_time", lead_time_node},
    {"mfu_causal", mfu_causal_node},
    {"hfu", hfu_node},
    {"tokens_per_s", tokens_per_s_node},
    {"samples_per_s", samples_per_s_node},
    {"effective_gpus", effective_gpus_node},
    {"flops_per_gpu", flops_per_gpu_node},
    {"rate_per_gpu", rate_per_gpu_node},
    {"energy_per_step", energy_node},
    {"pue", pue_node},
    {"it_power", it_power_node},
    {"run_power", run_power_node},
    {"run_it_power", run_it_power_node},
    {"mean_utilisation", mean_utilisation_node},
    {"stage_time", stage_time_node, true},
    {"backward_time", backward_time_node, true},
};

} // namespace

Result<Explainer> Explainer::of(const Prepared& prepared, const EvaluateOptions& options) {
    EvaluateOptions quick = options;
    quick.findings = false;
    Evaluation evaluation = evaluate(prepared, quick);
    if (evaluation.step_time.si() <= 0) {
        const Finding* first = evaluation.findings.empty() ? nullptr : &evaluation.findings.front();
        return fail("", first ? first->message : "the plan is infeasible",
                    first ? first->mitigation : "correct the plan");
    }
    const double batch = options.global_batch.value_or(batch_of(prepared.impl()));
    StepState state = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch);
    Explainer out;
    out.m_impl = std::make_shared<const Impl>(Impl{prepared, std::move(evaluation), batch, state});
    return out;
}

Result<ExplanationPtr> Explainer::explain(std::string_view name) const {
    const Inputs in(m_impl->prepared, m_impl->evaluation, m_impl->state, m_impl->batch);
    for (size_t i = 0; i < step_part_count; ++i)
        if (name == name_of(static_cast<StepPart>(i))) return part_of(in, static_cast<StepPart>(i));
    const Entry* figure = std::ranges::find(entries, name, &Entry::name);
    if (figure != std::end(entries)) {
        if (figure->of_transformers && in.impl().model.generic)
            return fail(std::string(name), "a measured profile has no stages", "explain a part of the step");
        return figure->node(in);
    }
    std::string known;
    for (const std::string& each : explainable()) known += (known.empty() ? "" : ", ") + each;
    return fail(std::string(name), "no such number", "one of " + known);
}

Result<ExplanationPtr> explain(const Prepared& prepared, std::string_view figure,
                               const EvaluateOptions& options) {
    const auto explainer = Explainer::of(prepared, options);
    if (!explainer) return tl::unexpected(explainer.error());
    return explainer->explain(figure);
}

std::vector<std::string> explainable() {
    std::vector<std::string> names;
    for (const Entry& entry : entries) names.emplace_back(entry.name);
    for (size_t i = 0; i < step_part_count; ++i) names.emplace_back(name_of(static_cast<StepPart>(i)));
    return names;
}

} // namespace roofrack
