// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/stage_time.h"

#include "core/answers/explain/communication.h"
#include "core/answers/explain/operators.h"
#include "core/answers/explain/profile.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Kernels and collectives of one micro-batch, without gaps and host time.
ExplanationPtr busy_node(const Inputs& in) {
    const Term kernels = (Term(in.other(StepPart::compute)) + in.other(StepPart::memory)) * in.drawn_speed();
    const Term collectives = Term(in.other(StepPart::tensor_comm)) + in.other(StepPart::context_comm) +
                             in.other(StepPart::expert_comm);
    return calculated("busy time of a micro-batch", "s", (kernels + collectives) / in.micro_batches());
}

/// Launches of one layer, forward, backward and again where it is recomputed.
struct LayerLaunches {
    ExplanationPtr kernels, host;
    ExplanationPtr busy; ///< what the layer keeps its GPU busy for
};

/// Tensor-parallel collectives that hold a layer's launches back.
Term layer_collectives(const Inputs& in, const StageNodes& stage) {
    return collective_pairs(in, stage) / stage.layers * (4.0 + 2.0 * stage.recomputed);
}

LayerLaunches layer_launches(const Inputs& in, const StageNodes& stage) {
    const StepContext context = step_context(in);
    const Term passes = 3.0 + stage.recomputed;
    Term kernels = in.software("kernels_per_layer");
    const Term moe_share = stage.held_moe / stage.held_layers;
    const LayerMix mix = layer_mix(in.shape());
    if (!(mix == LayerMix{})) {
        const Term ffn = in.model("mix/ffn", "feed-forward parts of a layer without experts", mix.ffn);
        kernels =
            std::move(kernels) *
            (in.model("mix/mixers", "mixers of a layer", mix.mixers()) + ffn + moe_share * (1.0 - ffn)) / 2.0;
    }
    if (context.moe_layers > 0) kernels = std::move(kernels) + moe_share * moe_kernels;
    if (softmax_kernels(context, in.plan()) > 0)
        kernels = std::move(kernels) + mix.attention * unfused_softmax_kernels;
    LayerLaunches out;
    out.kernels = calculated("kernels of a layer", "", kernels * passes);
    Term launched = out.kernels;
    if (in.plan().tp > 1) launched = std::move(launched) + collective_kernels * layer_collectives(in, stage);
    const LaunchedShares shares = launched_shares(context, in.plan());
    // As the plan says or, left to the stack, as its recipe of the model does.
    const auto share = [&](const char* of, double value) {
        return in.plan().graphs == LaunchGraphs::stack ? in.found(in.software().name, "recipes", of, value)
                                                       : renamed(in.plan("graphs", value), of);
    };
    Term host = launched * in.software("host_per_kernel");
    if (shares.kernels != 1)
        host = std::move(host) * share("share of kernels that no CUDA graph holds", shares.kernels);
    if (context.moe_layers > 0 && context.expert_host > 0 && shares.experts > 0) {
        Term of_experts = in.software("expert_host");
        if (context.machine.host_slowdown != 1)
            of_experts = std::move(of_experts) * in.found(in.accelerator().id, "host_slowdown",
                                                          "host's own CPU", context.machine.host_slowdown);
        if (shares.experts != 1)
            of_experts = std::move(of_experts) *
                         share("share of the experts' host work that no CUDA graph holds", shares.experts);
        host = std::move(host) + moe_share * of_experts * passes;
    }
    out.host = calculated("host time of a layer", "s", host);
    Term body = busy_node(in);
    if (stage.load.head > 0) body = std::move(body) - stage.load.head * Term(head_time_node(in));
    out.busy = calculated("busy time of a layer", "s", body / stage.layers);
    return out;
}

/// Activations that leave for the host during the forward pass and return during the backward pass, where
/// computation does not hide them.
Term offload(const Inputs& in, const StageNodes& stage) {
    const Plan& plan = in.plan();
    if (plan.offload_activations <= 0) return 0.0;
    const LayerCosts pieces = layer_costs(step_context(in), plan);
    const auto moved = [&](const char* key, const char* name, double value) {
        return in.found("layer", key, name, value, "B");
    };
    // What a layer keeps where it is computed again: its input, and of the rest what the plan says.
    const auto leaves = [&](const Term& whole) {
        if (plan.recompute != Recompute::full) return whole;
        Term dropped =
            whole - moved("offload_boundary", "bytes moved of a layer's input", pieces.offload_boundary);
        if (plan.recompute_keeps > 0)
            dropped = (1.0 - Term(in.plan("recompute_keeps", plan.recompute_keeps))) * dropped;
        return whole - stage.repeated * dropped;
    };
    const Term bytes =
        stage.dense * leaves(moved("offload_dense", "bytes moved of a dense layer", pieces.offload_dense)) +
        stage.moe * leaves(moved("offload_moe", "bytes moved of an MoE layer", pieces.offload_moe));
    const ExplanationPtr time =
        calculated("copies to the host and back", "s",
                   bytes / in.found(in.accelerator().id, "host_rate", "rate to the host's memory",
                                    in.machine().host_rate, "B/s"));
    const StageCost& load = stage.load;
    const Term forward =
        in.found("stage", "forward", "forward kernels", load.forward_compute + load.forward_memory, "s");
    const Term backward =
        in.found("stage", "backward", "backward kernels", load.backward_compute + load.backward_memory, "s");
    return largest({0.0, Term(time) - forward}) + largest({0.0, Term(time) - backward});
}

} // namespace

ExplanationPtr computation_on(const Inputs& in, StepPart part) {
    if (in.impl().model.generic) return profile_computation_on(in, part);
    std::vector<Term> times;
    for (const OperatorTimes& each : operator_times(in))
        if (const ExplanationPtr& time = part == StepPart::compute ? each.compute : each.memory)
            times.emplace_back(time);
    const bool none = times.empty();
    return noted(calculated(std::string(name_of(part)), "s", sum_of(std::move(times)), roofline_source),
                 none ? "no operator is bound by this" : "over the operators of the slowest pipeline stage");
}

ExplanationPtr computation_node(const Inputs& in, StepPart part) {
    Explanation out = *computation_on(in, part);
    out.value = in.part_value(part);
    return std::make_shared<const Explanation>(std::move(out));
}

ExplanationPtr stage_time_node(const Inputs& in) {
    Term launches = Term(in.other(StepPart::launch)) - in.software("step_overhead");
    const Term kernels = (Term(in.other(StepPart::compute)) + in.other(StepPart::memory)) * in.drawn_speed();
    const Term collectives = Term(in.other(StepPart::tensor_comm)) + in.other(StepPart::context_comm) +
                             in.other(StepPart::expert_comm);
    return recorded("stage_time", in.stage().total(), "s",
                    (kernels + std::move(launches) + collectives) / in.micro_batches(),
                    "one micro-batch on the slowest pipeline stage");
}

ExplanationPtr backward_time_node(const Inputs& in) {
    // What was computed by the backward operators and by those that run again.
    std::vector<Term> times;
    for (const OperatorTimes& each : operator_times(in))
        for (const StepPart part : {StepPart::compute, StepPart::memory}) {
            const ExplanationPtr& node = part == StepPart::compute ? each.compute : each.memory;
            if (!node || (!each.backward && each.repeated.value() <= 0)) continue;
            const Term time = in.other(std::string(name_of(part)), node->value, "s", node->name);
            times.push_back(each.backward ? time : time * each.repeated);
        }
    const Term scale = Term(in.drawn_speed()) / in.micro_batches();
    const ExplanationPtr kernels =
        calculated("backward kernels of a micro-batch", "s", sum_of(std::move(times)) * scale);
    const Term all = (Term(in.other(StepPart::compute)) + in.other(StepPart::memory)) * scale;
    const ExplanationPtr rest = calculated("launches and collectives of a micro-batch", "s",
                                           Term(in.other("stage_time", in.stage().total(), "s")) - all);
    return noted(
        recorded("backward_time", in.stage().backward_time(), "s", Term(kernels) + Term(rest) * 2.0 / 3.0),
        "two thirds of the launches and collectives run in the backward pass");
}

namespace {

Term release_of(const Inputs& in) {
    const double year = release_year(in.plan().software);
    if (year <= 0) return in.software("reference_year");
    return leaf("release", year, "a", {Origin::Kind::plan, "", "software"}, "year of the release's name");
}

} // namespace

Term trend_years(const Inputs& in) {
    if (release_year(in.plan().software) <= 0) return 0.0;
    const ExplanationPtr limit = in.software("trend_limit");
    return clamped(release_of(in) - in.software("reference_year"), 0.0 - Term(limit), limit);
}

ExplanationPtr slower_node(const Inputs& in) {
    const Term factor = in.calibration("compute_factor", in.impl().scenario.calibration.compute());
    Term speed = to_power(1.0 + Term(in.software("trend")), trend_years(in));
    if (const auto& g = in.machine().generation; g.immaturity != 0 && g.year > 0) {
        const Term age = (release_of(in) - in.generation("year")) / in.generation("maturing");
        speed = std::move(speed) *
                calculated("maturity of the generation's libraries", "",
                           1.0 - Term(in.generation("immaturity")) * (1.0 - clamped(age, 0.0, 1.0)));
    }
    return recorded("compute factor of the release", step_context(in).slower, "", factor / speed);
}

std::vector<Term> calibration_of(const Inputs& in, OperatorKind kind) {
    struct Own {
        const char* key;
        std::optional<double> factor;
    };
    const Calibration& calibration = in.impl().scenario.calibration;
    const OperatorFactors factors = calibration.operators();
    Own own{"elementwise_factor", factors.elementwise};
    if (kind == OperatorKind::gemm) own = {"gemm_factor", factors.gemm};
    if (kind == OperatorKind::attention) own = {"attention_factor", factors.attention};
    std::vector<Term> out;
    if (own.factor)
        out.emplace_back(calculated("calibration of the kind", "",
                                    Term(in.calibration(own.key, *own.factor)) /
                                        in.calibration("compute_factor", calibration.compute())));
    return out;
}

ExplanationPtr launch_node(const Inputs& in) {
    if (in.impl().model.generic) return profile_launch_node(in);
    const StageNodes stage = stage_nodes(in);
    const LayerLaunches layer = layer_launches(in, stage);
    // The embedding and the head launch as many kernels as two layers' forward passes.
    const Term ends = 2.0 * Term(in.software("kernels_per_layer"));
    const Term gap = in.generation("kernel_gap");
    const ExplanationPtr of_layer = calculated(
        "launch of a layer", "s", largest({Term(layer.kernels) * gap, Term(layer.host) - layer.busy}),
        "a layer never runs faster than its kernels are launched");
    Term idle = ends * in.software("host_per_kernel");
    if (stage.load.head > 0) idle = std::move(idle) - stage.load.head * Term(head_time_node(in));
    const ExplanationPtr of_ends =
        calculated("launch of the ends", "s", largest({ends * gap, idle}), "embedding, logits and loss");
    const ExplanationPtr one = recorded("launch of a micro-batch", stage.load.launch, "s",
                                        Term(stage.layers) * of_layer + Term(of_ends) + offload(in, stage));
    return in.recorded_part(StepPart::launch, Term(in.micro_batches()) * one + in.software("step_overhead"));
}

ExplanationPtr pipeline_bubble_node(const Inputs& in) {
    const Plan& plan = in.plan();
    if (in.impl().model.generic || plan.pp <= 1)
        return absent_part(in, StepPart::pipeline_bubble, "one pipeline stage");
    const StageNodes stage = stage_nodes(in);
    const StageCost& load = stage.load;
    const Term p = in.plan("pp", plan.pp), v = in.plan("vpp", plan.vpp), m = in.micro_batches();

    const Term share = bubble_formula(plan.schedule, p, v, m, [](Term a, Term b) {
        return largest({std::move(a), std::move(b)});
    });
    const ExplanationPtr bubble = recorded("bubble_share", bubble_share(plan, in.micro_batches()->value), "",
                                           share, "Narayanan 2021; Qi 2023 (zero bubble)");

    const double all = in.shape().layers;
    const bool deepest = load.layers == stage.held.layers;
    Term others = in.found("pipeline", "other_stages", "one micro-batch of the other stages",
                           load.sum_of_stages - load.total(), "s");
    if (deepest) {
        const LayerLaunches layer = layer_launches(in, stage);
        const ExplanationPtr head = head_time_node(in);
        const ExplanationPtr each = calculated(
            "time of a layer", "s",
            largest({Term(layer.busy) + Term(layer.kernels) * in.generation("kernel_gap"), layer.host}));
        others = Term(each) * (Term(in.model("layers", "layers of the model", all)) - stage.layers);
        if (load.head < 1) others = std::move(others) + (1.0 - load.head) * Term(head);
    }
    const ExplanationPtr others_node =
        recorded("one micro-batch of the other stages", load.sum_of_stages - load.total(), "s", others);
    return noted(in.recorded_part(StepPart::pipeline_bubble, Term(others_node) * bubble / in.drawn_speed(),
                                  "Narayanan 2021; Qi 2023 (zero bubble)"),
                 "schedule " + std::string(name_of(plan.schedule)) +
                     "; zero bubble needs 2 * pp - 1 micro-batches, interleaving pp");
}

} // namespace roofrack
