// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/communication.h"

#include "core/answers/explain/groups/collective_time.h"
#include "core/answers/explain/operators.h"
#include "core/answers/explain/stage_time.h"
#include "core/step/cost/expert_exchange.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// What one call of the critical stage moves and takes.
CollectiveCosts calls_of(const Inputs& in) {
    const StepContext context = step_context(in);
    return collective_costs(context, in.plan(), group_paths(context, in.plan()));
}

ExplanationPtr hidden_width(const Inputs& in) {
    return in.model("hidden", "hidden width", in.shape().hidden);
}

/// A call's seconds as the kernel recorded them, and what they are made of.
ExplanationPtr with_value(const ExplanationPtr& node, double value) {
    Explanation out = *node;
    out.value = value;
    return std::make_shared<const Explanation>(std::move(out));
}

/// Seconds of attention that context parallelism's ring hides behind, forward or backward, one layer.
ExplanationPtr attention_seconds(const Inputs& in, bool backward) {
    const StepContext context = step_context(in);
    const LayerCosts pieces = layer_costs(context, in.plan());
    const StageShape held = stage_shape(context, in.plan());
    const LayerCost& layer = held.dense_layers > 0 ? pieces.dense : pieces.moe;
    const std::string name = backward ? "attention of a layer, backward" : "attention of a layer, forward";
    const double value = backward ? layer.attention_backward : layer.attention_forward;
    const ExplanationPtr kernel = in.found("layer", backward ? "attention_backward" : "attention_forward",
                                           "attention kernels", value, "s");
    return calculated(name, "s", Term(kernel) * slower_node(in));
}

/// A figure of a layer with attention, in the mean of all layers.
Term of_attending(const Inputs& in, const Term& each) {
    const double share = layer_mix(in.shape()).attention;
    return share == 1 ? each : in.model("mix/attention", "share of the layers with attention", share) * each;
}

Term attending_layers(const Inputs& in, const StageNodes& stage) { return of_attending(in, stage.layers); }

} // namespace

Term collective_pairs(const Inputs& in, const StageNodes& stage) {
    const LayerMix mix = layer_mix(in.shape());
    const bool shared = in.shape().moe.shared_experts > 0;
    if (mix == LayerMix{}) return stage.dense + (shared ? 1.0 : 0.5) * stage.moe;
    const Term mixers = in.model("mix/mixers", "mixers of a layer", mix.mixers());
    const Term ffn = in.model("mix/ffn", "feed-forward parts of a layer without experts", mix.ffn);
    return (stage.dense * (mixers + ffn) + stage.moe * (mixers + (shared ? 1.0 : 0.0))) / 2.0;
}

ExplanationPtr absent_part(const Inputs& in, StepPart part, std::string why) {
    return noted(in.recorded_part(part, 0.0, {}), std::move(why));
}

ExplanationPtr tensor_comm_node(const Inputs& in) {
    const Plan& plan = in.plan();
    if (in.impl().model.generic || plan.tp <= 1)
        return absent_part(in, StepPart::tensor_comm, "no such group in the plan");
    const GroupNodes group = plan_group_nodes(in, PlanGroup::tensor);
    const Call call = calls_of(in).tensor;
    const ExplanationPtr bytes =
        recorded("bytes", call.bytes, "B", Term(in.tokens()) * hidden_width(in) * in.element_bytes());
    const bool split = plan.sequence_parallel;
    const ExplanationPtr one =
        collective_time(in, split ? Collective::all_gather : Collective::all_reduce, bytes, group);
    const ExplanationPtr time =
        split ? recorded("time", call.time, "s", 2.0 * Term(renamed(one, "gather or scatter")))
              : with_value(one, call.time);

    const StageNodes stage = stage_nodes(in);
    // Two forward, two backward, two more where the layer is recomputed; one forward of the logits.
    const ExplanationPtr calls =
        recorded("calls", in.state().cost.comms[StepCost::tensor].calls, "",
                 (collective_pairs(in, stage) * (4.0 + 2.0 * stage.recomputed) + stage.load.head) *
                     in.micro_batches());
    Term share = in.software("tp_exposed");
    if (plan.tp_overlap) share = smallest({share, 0.35});
    const ExplanationPtr exposed = calculated("share that nothing hides", "", share);
    return in.recorded_part(StepPart::tensor_comm, Term(calls) * time * exposed * in.network_factor(),
                            "tensor-parallel collective");
}

ExplanationPtr context_comm_node(const Inputs& in) {
    const Plan& plan = in.plan();
    if (in.impl().model.generic || plan.cp <= 1)
        return absent_part(in, StepPart::context_comm, "no such group in the plan");
    const GroupNodes group = plan_group_nodes(in, PlanGroup::context);
    const Call call = calls_of(in).context;
    const AttentionWidths width = attention_widths(in.shape(), plan.tp);
    const Term widths = Term(in.model("attention/key", "key width", width.key)) +
                        in.model("attention/value", "value width", width.value);
    const ExplanationPtr bytes = recorded(
        "bytes", call.bytes, "B", Term(in.tokens()) * widths * in.element_bytes() * in.plan("cp", plan.cp));
    const ExplanationPtr time =
        with_value(collective_time(in, Collective::all_gather, bytes, group), call.time);
    const StageNodes stage = stage_nodes(in);
    const ExplanationPtr calls =
        recorded("calls", in.state().cost.comms[StepCost::context].calls, "",
                 attending_layers(in, stage) * (3.0 + stage.recomputed) * in.micro_batches());
    if (plan.cp_gather)
        return in.recorded_part(StepPart::context_comm, Term(calls) * time * in.network_factor(),
                                "context-parallel gather: nothing hides it");
    const Term least = in.software("cp_exposed");
    const Term ring = of_attending(in, time);
    const ExplanationPtr forward =
        calculated("exposed forward", "s", largest({least * ring, ring - attention_seconds(in, false)}));
    const ExplanationPtr backward = calculated(
        "exposed backward", "s", largest({least * 2.0 * ring, 2.0 * ring - attention_seconds(in, true)}));
    return in.recorded_part(StepPart::context_comm,
                            Term(in.micro_batches()) * stage.layers *
                                ((1.0 + stage.recomputed) * forward + backward) * in.network_factor(),
                            "context-parallel ring");
}

ExplanationPtr expert_comm_node(const Inputs& in) {
    const Plan& plan = in.plan();
    if (in.impl().model.generic || plan.ep <= 1 || moe_layer_count(in.shape()) <= 0)
        return absent_part(in, StepPart::expert_comm, "no such group in the plan");
    const StepContext context = step_context(in);
    const GroupNodes group = plan_group_nodes(in, PlanGroup::expert);
    const Call call = calls_of(in).expert;
    const double n = group.path.members, domain = std::min(group.path.domain, n);
    const TokenCopies copies = token_copies(in.shape().moe, n, domain, dispatches_once(context, plan));
    const bool outside = group.path.nodes > 1;
    const ExplanationPtr copy =
        in.model(outside ? "copies/outside" : "copies/inside", "copies of a token that leave",
                 outside ? copies.outside : copies.inside);
    const Term ranks = group.members;
    const Term buffer =
        outside ? copy * ranks / (ranks - smallest({group.domain, ranks})) : copy * ranks / (ranks - 1.0);
    const bool cut = plan.sequence_parallel && plan.tp > 1;
    Term tokens = in.tokens();
    if (cut) tokens = std::move(tokens) / in.plan("tp", plan.tp);
    const MoeSpec& moe = in.shape().moe;
    const Term width =
        moe.latent > 0 ? in.model("moe/latent", "width that the experts see", moe.latent) : hidden_width(in);
    const Term token = width * in.element_bytes();
    const ExplanationPtr bytes = recorded("bytes", call.bytes, "B", tokens * token * buffer);
    Term both = renamed(collective_time(in, Collective::all_to_all, bytes, group), "exchange");
    if (expert_tensor_ways(in.shape(), plan.tp) > 1) {
        const ExplanationPtr routed =
            calculated("bytes of a cut expert's tokens", "B",
                       tokens * in.plan("tp", plan.tp) *
                           in.model("moe/top_k", "experts a token", in.shape().moe.top_k) * token);
        both = both + renamed(collective_time(in, Collective::all_gather, routed,
                                              plan_group_nodes(in, PlanGroup::tensor)),
                              "gather for cut experts");
    }
    const ExplanationPtr time = recorded("time", call.time, "s", both);
    const StageNodes stage = stage_nodes(in);
    const ExplanationPtr calls = recorded("calls", in.state().cost.comms[StepCost::expert].calls, "",
                                          stage.moe * (4.0 + 2.0 * stage.recomputed) * in.micro_batches());
    const Term exposed = Term(calls) * time * in.software("ep_exposed") * in.network_factor();
    if (!plan.ep_overlap) return in.recorded_part(StepPart::expert_comm, exposed, "expert all-to-all");
    const ExplanationPtr alone = calculated("exchange without overlap", "s", exposed);
    const Term busy = (Term(in.other(StepPart::compute)) + in.other(StepPart::memory)) * in.drawn_speed();
    return in.recorded_part(StepPart::expert_comm,
                            largest({Term(in.generation("overlap_slowdown")) * alone, Term(alone) - busy}),
                            "expert all-to-all under another micro-batch's computation");
}

ExplanationPtr pipeline_comm_node(const Inputs& in) {
    const Plan& plan = in.plan();
    if (in.impl().model.generic || plan.pp <= 1)
        return absent_part(in, StepPart::pipeline_comm, "no such group in the plan");
    const GroupNodes group = plan_group_nodes(in, PlanGroup::pipeline);
    const Call call = calls_of(in).send;
    const ExplanationPtr bytes =
        recorded("bytes", call.bytes, "B",
                 Term(in.tokens()) * hidden_width(in) * in.element_bytes() / in.plan("tp", plan.tp));
    const ExplanationPtr send =
        renamed(with_value(collective_time(in, Collective::send_recv, bytes, group), call.time), "send");
    const ExplanationPtr time = recorded("time", in.state().cost.comms[StepCost::pipeline].time, "s",
                                         Term(send) * in.network_factor());
    const ExplanationPtr calls = recorded("calls", in.state().cost.comms[StepCost::pipeline].calls, "",
                                          2.0 * Term(in.plan("vpp", plan.vpp)) * in.micro_batches());
    // Warm-up and drain sends are never hidden.
    const ExplanationPtr ends =
        calculated("sends of warm-up and drain", "", 2.0 * (Term(in.plan("pp", plan.pp)) - 1.0));
    return in.recorded_part(StepPart::pipeline_comm,
                            Term(time) * (Term(in.software("pp_exposed")) * calls + ends),
                            "stage-to-stage send");
}

Term exchanged_bits_term(const Inputs& in, const Term& usual) {
    const Plan& plan = in.plan();
    if (plan.gradient_bits <= 0) return usual;
    const Term bits = in.plan("gradient_bits", plan.gradient_bits);
    const double whole = in.impl().defaults->convergence.whole_gradients;
    if (exchanged_bits(plan, usual.value(), whole) == plan.gradient_bits) return bits;
    const Term share = in.constant("convergence.whole_gradients", "share of the steps with whole gradients");
    return share * usual + (1.0 - share) * bits;
}

} // namespace roofrack
