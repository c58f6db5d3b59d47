// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/update.h"

#include "core/answers/explain/communication.h"
#include "core/answers/explain/groups/collective_time.h"
#include "core/answers/explain/operators.h"
#include "core/answers/explain/profile.h"
#include "core/step/cost/gradient_call.h"
#include "core/step/cost/group_spans.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Bytes of one gradient element on the wire.
Term gradient_element(const Inputs& in) {
    return exchanged_bits_term(in, Term(in.software("gradient_bits"))) / 8.0;
}

/// Ranks that hold the same experts.
Term expert_replicas(const Inputs& in) {
    const Plan& plan = in.plan();
    Term out = in.replicas();
    if (expert_tensor_ways(in.shape(), plan.tp) < plan.tp) out = std::move(out) * in.plan("tp", plan.tp);
    return std::move(out) / in.plan("ep", plan.ep);
}

/// The collectives of gradients and parameters: reduce, gather, and across shard groups.
class Update {
public:
    explicit Update(const Inputs& in)
        : m_in(in)
        , m_plan(in.plan())
        , m_context(step_context(in))
        , m_shape(stage_shape(m_context, m_plan))
        , m_values(update_costs(m_context, m_plan, group_paths(m_context, m_plan), m_shape))
        , m_held(held_parameters(in))
        , m_gradient(calculated("bytes of a gradient", "B", gradient_element(in)))
        , m_weight(in.element_bytes()) {
        const double replicas = static_cast<double>(m_plan.dp) * m_plan.cp;
        m_hybrid = m_plan.zero > 0 && shard_ranks(m_plan) < replicas;
        m_local = local_steps(m_context, m_plan, group_paths(m_context, m_plan));
        m_experts = m_shape.expert_parameters > 0 && expert_replicas(in).value() > 1;
    }

    const UpdateCosts& values() const { return m_values; }

    ExplanationPtr reduce() const {
        const bool whole = m_plan.zero == 0;
        Term out = m_plan.zero == 3
                       ? by_layer("gradients of a call", m_held.trained, m_gradient, PlanGroup::shard)
                       : bucketed(whole ? Collective::all_reduce : Collective::all_gather, m_held.trained,
                                  m_gradient, whole ? PlanGroup::replicas : PlanGroup::shard);
        if (m_plan.zero != 3 && m_hybrid) out = std::move(out) + outer();
        if (m_experts && m_plan.zero == 3)
            out = std::move(out) + by_layer("gradients of the experts", m_held.trained_experts, m_gradient,
                                            PlanGroup::expert_replicas);
        else if (m_experts && m_shape.trained_experts > 0)
            out = std::move(out) + once(whole ? Collective::all_reduce : Collective::all_gather,
                                        m_held.trained_experts, m_gradient, "gradients of the experts");
        return recorded("reduce", m_values.reduce, "s", out);
    }

    ExplanationPtr gather() const {
        if (m_plan.zero == 0)
            return noted(recorded("gather", m_values.gather, "s", 0.0), "every rank has all parameters");
        Term out = m_plan.zero == 3
                       ? by_layer("parameters of a call", m_held.dense, m_weight, PlanGroup::shard)
                       : bucketed(Collective::all_gather, m_held.trained, m_weight, PlanGroup::shard);
        if (m_experts && m_plan.zero == 3)
            out = std::move(out) +
                  by_layer("parameters of the experts", m_held.experts, m_weight, PlanGroup::expert_replicas);
        else if (m_experts && m_shape.trained_experts > 0)
            out = std::move(out) +
                  once(Collective::all_gather, m_held.trained_experts, m_weight, "parameters of the experts");
        return recorded("gather", m_values.gather, "s", out);
    }

    /// All-reduce of the shard across the groups that hold the same one.
    Term outer() const {
        if (!m_hybrid) return 0.0;
        const ExplanationPtr bytes =
            calculated("bytes", "B", Term(m_held.trained) * m_gradient / m_in.shard());
        Term out = renamed(
            collective_time(m_in, Collective::all_reduce, bytes, plan_group_nodes(m_in, PlanGroup::outer)),
            "across shard groups");
        if (m_local.across > 1) out = std::move(out) / m_in.plan("sync_every", m_plan.sync_every);
        return out;
    }

    /// Steps between two exchanges of all.
    Term every() const {
        return m_local.all > 1 ? Term(m_in.plan("sync_every", m_plan.sync_every)) : Term(1.0);
    }

    /// The host's time of one gather, by ranks; null: the release gathers in one call.
    ExplanationPtr host() const {
        if (m_values.host <= 0) return nullptr;
        const Term calls =
            largest({1.0, Term(stage_nodes(m_in).held_layers) * m_in.software("gathers_per_layer")});
        const ExplanationPtr ranks = calculated("ranks of a gather", "", m_in.shard());
        return noted(recorded("host of a gather", m_values.host, "s",
                              calls * ranks * 2.0 * m_in.software("host_per_kernel")),
                     "a view and a copy of each rank's part, after which the host waits for the GPU");
    }

    ExplanationPtr bytes() const {
        if (m_plan.zero == 3) {
            Term out = Term(m_held.dense) * m_weight;
            if (m_experts) out = std::move(out) + Term(m_held.experts) * m_weight;
            return recorded("bytes", m_values.bytes, "B", out);
        }
        return recorded("bytes", m_values.bytes, "B",
                        (Term(m_held.trained) + m_held.trained_experts) * m_gradient);
    }

private:
    /// ZeRO-3: a layer's tensors in `gathers_per_layer` calls.
    Term by_layer(std::string name, const ExplanationPtr& parameters, const ExplanationPtr& width,
                  PlanGroup group) const {
        const ExplanationPtr calls = calculated(
            "calls", "",
            largest({1.0, Term(stage_nodes(m_in).held_layers) * m_in.software("gathers_per_layer")}));
        const ExplanationPtr bytes = calculated("bytes", "B", Term(parameters) * width / calls);
        return Term(calls) *
               renamed(collective_time(m_in, Collective::all_gather, bytes, plan_group_nodes(m_in, group)),
                       std::move(name));
    }

    /// A message of many buckets pays the latency of each.
    Term bucketed(Collective collective, const ExplanationPtr& parameters, const ExplanationPtr& width,
                  PlanGroup group) const {
        const GroupNodes nodes = plan_group_nodes(m_in, group);
        const bool split = collective == Collective::all_reduce && m_plan.hierarchical;
        const auto time_of = [&](const Term& bytes) {
            const ExplanationPtr buffer = calculated("bytes", "B", bytes);
            const ExplanationPtr every =
                m_local.across > 1 ? m_in.plan("sync_every", m_plan.sync_every) : nullptr;
            return split ? hierarchical_node(m_in, buffer, nodes, plan_group(m_in, group).stride, true, every)
                         : collective_time(m_in, collective, buffer, nodes);
        };
        const Term all = Term(parameters) * width;
        if (m_in.software().bucket_bytes <= 0) return time_of(all);
        const ExplanationPtr calls = calculated(
            "buckets", "", largest({1.0, function(Operation::ceiling, all / m_in.software("bucket_bytes"))}));
        return Term(calls) * renamed(time_of(all / calls), "time of a bucket");
    }

    Term once(Collective collective, const ExplanationPtr& parameters, const ExplanationPtr& width,
              std::string name) const {
        const ExplanationPtr bytes = calculated("bytes", "B", Term(parameters) * width);
        return renamed(
            collective_time(m_in, collective, bytes, plan_group_nodes(m_in, PlanGroup::expert_replicas)),
            std::move(name));
    }

    const Inputs& m_in;
    const Plan& m_plan;
    StepContext m_context;
    StageShape m_shape;
    UpdateCosts m_values;
    HeldParameters m_held;
    ExplanationPtr m_gradient, m_weight;
    bool m_hybrid = false, m_experts = false;
    LocalSteps m_local;
};

} // namespace

HeldParameters held_parameters(const Inputs& in) {
    const Plan& plan = in.plan();
    const TransformerShape& shape = in.shape();
    const StepContext context = step_context(in);
    const LayerParameters& p = context.parameters;
    const StageShape held = stage_shape(context, plan);
    const StageNodes stage = stage_nodes(in);
    const auto counted = [&](const char* key, const char* name, double value) {
        return in.model(key, name, value);
    };
    const Term tp = in.plan("tp", plan.tp);
    const Term dense =
        stage.held_dense * counted("parameters/dense_layer", "parameters of a dense layer", p.dense_layer);
    const bool has_moe = context.moe_layers > 0;
    const Term moe =
        has_moe ? stage.held_moe * counted("parameters/moe_layer",
                                           "parameters of an MoE layer without its experts", p.moe_layer)
                : Term(0.0);
    const bool twice = plan.pp == 1 && !shape.tied_embeddings;
    Term embedding = counted("parameters/embedding", "parameters of the embedding", p.embedding);
    if (twice) embedding = std::move(embedding) * 2.0;
    HeldParameters out;
    const auto sum = [&](const Term& a, const Term& b, const Term& c) { return has_moe ? a + b + c : a + c; };
    out.dense =
        recorded("parameters of the stage", held.dense_parameters, "", sum(dense, moe, embedding) / tp);
    out.experts = recorded("experts' parameters", held.expert_parameters, "", 0.0);
    if (has_moe) {
        Term experts =
            stage.held_moe * counted("parameters/experts", "parameters of a layer's experts", p.experts);
        if (expert_tensor_ways(shape, plan.tp) > 1) experts = std::move(experts) / tp;
        out.experts = recorded("experts' parameters", held.expert_parameters, "",
                               std::move(experts) / in.plan("ep", plan.ep));
    }
    if (shape.lora.rank <= 0) {
        out.trained = recorded("parameters_per_gpu", held.trained_parameters, "", out.dense);
        out.trained_experts =
            recorded("trained parameters of the experts", held.trained_experts, "", out.experts);
        return out;
    }
    // Frozen weights have neither gradients nor optimizer state.
    const auto share = [&](const char* key, double value) {
        return counted(key, "share that is trained", value);
    };
    out.trained = recorded("parameters_per_gpu", held.trained_parameters, "",
                           sum(dense * share("parameters/trainable_dense", p.trainable_dense),
                               moe * share("parameters/trainable_moe", p.trainable_moe),
                               embedding * share("parameters/trainable_embedding", p.trainable_embedding)) /
                               tp);
    out.trained_experts =
        recorded("trained parameters of the experts", held.trained_experts, "",
                 Term(out.experts) * share("parameters/trainable_experts", p.trainable_experts));
    return out;
}

Term calibrated_optimizer(const Inputs& in) {
    const double factor = in.impl().scenario.calibration.operators().optimizer;
    return factor == 1 ? Term(1.0) : Term(in.calibration("optimizer_factor", factor));
}

ExplanationPtr optimizer_node(const Inputs& in) {
    if (in.impl().model.generic) return profile_optimizer_node(in);
    const Plan& plan = in.plan();
    const HeldParameters held = held_parameters(in);
    const ExplanationPtr shards =
        calculated("shards", "", plan.zero < 1 ? Term(1.0) : in.shard(), "ZeRO stage and shard group");
    Term updated = Term(held.trained) / shards;
    if (held.trained_experts->value > 0) {
        const ExplanationPtr of_experts =
            calculated("shards of the experts", "", largest({1.0, smallest({shards, expert_replicas(in)})}));
        updated = std::move(updated) + Term(held.trained_experts) / of_experts;
    }
    const ExplanationPtr count = calculated("parameters updated", "", updated);
    const Term bytes = calibrated_optimizer(in) * in.software("optimizer_bytes");
    if (plan.offload_optimizer <= 0) return in.recorded_part(StepPart::optimizer, bytes * count / in.hbm());
    // Gradients go to the host and weights return while it updates what it holds (ZeRO-Offload, Ren 2021).
    const Term host = in.plan("offload_optimizer", plan.offload_optimizer);
    const Machine& machine = in.machine();
    const Term link =
        in.found(in.accelerator().id, "host_rate", "rate to the host's memory", machine.host_rate, "B/s");
    const Term memory = in.found(in.accelerator().id, "host_memory_rate", "rate of the host's memory",
                                 machine.host_memory_rate, "B/s");
    return in.recorded_part(StepPart::optimizer, (1.0 - host) * bytes * count / in.hbm() +
                                                     calibrated_optimizer(in) * host * count *
                                                         largest({2.0 / link, 28.0 / memory}));
}

/// The part of an exchange that is hidden behind passes of a stage whose chunks are through one after
/// another.
Term hidden_by_chunks(const Inputs& in, const Term& exchange, const Term& pass) {
    const Plan& plan = in.plan();
    if (plan.vpp <= 1 || in.software().bucket_bytes <= 0) return smallest({exchange, pass});
    const Term v = in.plan("vpp", plan.vpp);
    const Term passes = largest({1.0, smallest({in.micro_batches(), in.plan("pp", plan.pp)})});
    return smallest({exchange - largest({0.0, exchange - pass}) / v, pass * ((v - 1.0) * passes + 1.0) / v});
}

ExplanationPtr data_comm_node(const Inputs& in) {
    if (in.impl().model.generic) return profile_comm_node(in);
    const Plan& plan = in.plan();
    if (static_cast<double>(plan.dp) * plan.cp <= 1)
        return absent_part(in, StepPart::data_comm, "no such group in the plan");
    const Update update(in);
    const ExplanationPtr reduce = update.reduce(), gather = update.gather();
    const Term slowdown = in.generation("overlap_slowdown"), covers = in.software("dp_overlap");
    const Term pace = in.other("stage_time", in.stage().total(), "s");
    if (plan.zero == 3) {
        // One gather forward and one backward (unless kept), one reduce-scatter, each micro-batch (FSDP).
        const Term m = in.micro_batches();
        const Term gathers = plan.keep_gathered ? 1.0 + 1.0 / m : Term(2.0);
        const ExplanationPtr traffic =
            calculated("traffic", "s", m * (gathers * gather + reduce) + update.outer());
        const ExplanationPtr host = update.host();
        const ExplanationPtr hidden = calculated("time that may hide it", "s",
                                                 plan.dp_overlap && !host ? covers * m * pace : Term(0.0));
        const Term ends = (Term(gather) + reduce) / largest({1.0, stage_nodes(in).layers});
        Term exposed =
            (largest({0.0, Term(traffic) - hidden}) + slowdown * smallest({traffic, hidden}) + ends) *
            in.network_factor();
        if (host) exposed = std::move(exposed) + m * gathers * host;
        return in.recorded_part(StepPart::data_comm, exposed, "parameter gathers and gradient scatters");
    }
    // The last backward passes hide the reduction, the next forward passes the gather.
    const Term backward = in.other("backward_time", in.stage().backward_time(), "s");
    const ExplanationPtr hidden =
        calculated("hidden", "s",
                   plan.dp_overlap ? hidden_by_chunks(in, reduce, covers * backward) +
                                         hidden_by_chunks(in, gather, covers * (pace - backward))
                                   : Term(0.0));
    const Term sync = 1.0 / update.every();
    const Term last = smallest({1.0, Term(in.constant("collectives.gradient_bucket", "last bucket")) /
                                         largest({1.0, update.bytes()})});
    return in.recorded_part(
        StepPart::data_comm,
        largest({(Term(reduce) + gather - hidden + slowdown * hidden) * sync, Term(reduce) * last * sync}) *
            in.network_factor(),
        "gradients");
}

} // namespace roofrack
