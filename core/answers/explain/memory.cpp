// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/memory.h"

#include "core/answers/explain/activations.h"
#include "core/step/engine/plan_memory.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// What a process and its communicators take outside of the allocator.
Term framework(const Inputs& in, const Term& communicators) {
    return in.constant("memory.context", "kernels and context") +
           communicators * in.constant("memory.communicator", "a communicator");
}

/// The optimizer's own, beside weights of 16 bits or fewer.
Term master_weights(const Inputs& in) {
    const int bits = in.plan().master_bits;
    return bits > 0 ? Term(in.plan("master_bits", bits)) / 8.0 : Term(4.0);
}

double part_bytes(const Inputs& in, std::string_view name) {
    for (const MemoryPart& part : in.evaluation().memory.parts)
        if (part.name == name) return part.bytes.si();
    return 0;
}

ExplanationPtr bytes_node(const Inputs& in, const char* name, const Term& formula, const char* source = "") {
    return recorded(name, part_bytes(in, name), "B", formula, source);
}

/// The allocator reserves more than is allocated.
ExplanationPtr fragmentation_node(const Inputs& in, const Term& share, bool gathered) {
    std::vector<Term> allocated;
    for (const char* name : {"weights", "gradients", "optimizer", "activations", "working set",
                             "gathered layers", "comm buffers"})
        if (gathered || std::string_view(name) != "gathered layers")
            allocated.emplace_back(in.other("memory_bytes", part_bytes(in, name), "B", name));
    return bytes_node(in, "fragmentation", share * sum_of(std::move(allocated)));
}

/// One stage of a transformer (stage_memory).
class StageBytes {
public:
    explicit StageBytes(const Inputs& in)
        : m_in(in)
        , m_plan(in.plan())
        , m_shape(in.shape())
        , m_context(memory_context(in.impl(), in.plan(), in.batch_value()))
        , m_activations(in)
        , m_stage(in.evaluation().memory.fullest)
        , m_tp(in.plan("tp", in.plan().tp))
        , m_element(in.element_bytes()) {
        const StageLayers held = stage_layers(m_shape.layers, m_plan.pp, m_stage);
        const std::string where = fmt::format("stage {}", m_stage);
        const double moe = moe_layers(held);
        m_has_moe = m_shape.moe.experts > 0;
        m_moe = in.found(where, "moe_layers", "MoE layers of the fullest stage", moe);
        m_layers = in.found(where, "layers", "layers of the fullest stage", held.count);
        m_dense = calculated("dense layers of the fullest stage", "",
                             m_has_moe ? Term(m_layers) - m_moe : Term(m_layers));
        const bool last = m_stage == m_plan.pp - 1;
        m_embeddings = m_plan.pp == 1 ? (m_shape.tied_embeddings ? 1 : 2) : m_stage == 0 || last ? 1 : 0;
        m_last = last;
    }

    std::vector<ExplanationPtr> parts() const {
        const LayerParameters& p = m_context.parameters;
        const ExplanationPtr parameters = calculated("parameters of the stage", "", held(1, 1, 1));
        const ExplanationPtr experts = calculated("experts' parameters", "", held_experts());
        ExplanationPtr trained = parameters, trained_experts = experts;
        if (m_shape.lora.rank > 0) {
            trained = calculated("trained parameters", "",
                                 held(p.trainable_dense, p.trainable_moe, p.trainable_embedding));
            trained_experts =
                calculated("trained parameters of the experts", "",
                           Term(experts) * m_in.model("parameters/trainable_experts", "share that is trained",
                                                      p.trainable_experts));
        }
        std::vector<ExplanationPtr> out;
        const auto state = [&](const char* name, const ExplanationPtr& dense, const ExplanationPtr& routed,
                               Term (StageBytes::*bytes)(bool) const) {
            const ExplanationPtr each = calculated("bytes of a parameter", "B", (this->*bytes)(false));
            Term sum = Term(dense) * each;
            if (m_has_moe)
                sum = std::move(sum) +
                      Term(routed) * calculated("bytes of an expert's parameter", "B", (this->*bytes)(true));
            if (bytes == &StageBytes::gradient_bytes && m_context.stack->static_buffers &&
                m_in.micro_batches()->value <= 1) // they take the room that activations leave
                sum =
                    largest({0.0, std::move(sum) - m_in.other("memory_bytes", part_bytes(m_in, "activations"),
                                                              "B", "activations")});
            out.push_back(bytes_node(m_in, name, sum));
        };
        state("weights", parameters, experts, &StageBytes::weight_bytes);
        state("gradients", trained, trained_experts, &StageBytes::gradient_bytes);
        state("optimizer", trained, trained_experts, &StageBytes::optimizer_bytes);
        out.push_back(activations());
        out.push_back(working());
        const bool sharded = m_plan.zero >= 3;
        if (sharded) out.push_back(gathered(parameters, experts));
        out.push_back(m_activations.communication());
        out.push_back(fragmentation_node(
            m_in, m_activations.stack("fragmentation", m_context.stack->fragmentation), sharded));
        const double communicators = (m_plan.tp > 1) + (m_plan.pp > 1) + (m_plan.cp > 1) + (m_plan.ep > 1) +
                                     (m_plan.dp * m_plan.cp > 1) + 1;
        out.push_back(noted(bytes_node(m_in, "framework", framework(m_in, communicators)),
                            "CUDA context and a communicator for each kind of group"));
        return out;
    }

private:
    double moe_layers(const StageLayers& held) const {
        return moe_layers_below(m_shape, held.first + held.count) - moe_layers_below(m_shape, held.first);
    }

    Term counted(const char* key, const char* name, double value) const {
        return m_in.model(key, name, value);
    }

    Term layer_parameters_on_gpu(bool moe) const {
        const LayerParameters& p = m_context.parameters;
        return (moe ? counted("parameters/moe_layer", "parameters of an MoE layer without its experts",
                              p.moe_layer)
                    : counted("parameters/dense_layer", "parameters of a dense layer", p.dense_layer)) /
               m_tp;
    }
    Term experts_on_gpu() const {
        Term out =
            counted("parameters/experts", "parameters of a layer's experts", m_context.parameters.experts);
        if (expert_tensor_ways(m_shape, m_plan.tp) > 1) out = std::move(out) / m_tp;
        return std::move(out) / m_in.plan("ep", m_plan.ep);
    }
    Term embedding_on_gpu() const {
        return counted("parameters/embedding", "parameters of the embedding",
                       m_context.parameters.embedding) /
               m_tp;
    }

    /// Parameters outside of routed experts; shares below 1 where only they count.
    Term held(double dense_share, double moe_share, double embedding_share) const {
        const auto part = [&](Term all, const char* key, double share) {
            return share == 1 ? all : std::move(all) * counted(key, "share that is trained", share);
        };
        Term out =
            part(Term(m_dense) * layer_parameters_on_gpu(false), "parameters/trainable_dense", dense_share);
        if (m_has_moe)
            out = std::move(out) +
                  part(Term(m_moe) * layer_parameters_on_gpu(true), "parameters/trainable_moe", moe_share);
        if (m_embeddings > 0)
            out = std::move(out) +
                  part(m_embeddings * embedding_on_gpu(), "parameters/trainable_embedding", embedding_share);
        return out;
    }
    Term held_experts() const { return m_has_moe ? Term(m_moe) * experts_on_gpu() : Term(0.0); }

    /// Ranks that share the state of a parameter.
    Term ways(bool expert) const {
        Term shard = m_in.shard();
        if (expert) {
            if (expert_tensor_ways(m_shape, m_plan.tp) < m_plan.tp) shard = std::move(shard) * m_tp;
            shard = std::move(shard) / m_in.plan("ep", m_plan.ep);
        }
        return largest({1.0, std::move(shard)});
    }
    Term divided(const Term& bytes, int from_stage, bool expert) const {
        return m_plan.zero >= from_stage ? bytes / ways(expert) : bytes;
    }
    bool narrow() const { return m_element->value < 4; }
    bool fp32_shards() const { return m_context.stack->fp32_shards && m_plan.zero >= 3 && narrow(); }
    Term moments() const {
        if (m_plan.optimizer_bits > 0)
            return 2.0 * (Term(m_in.plan("optimizer_bits", m_plan.optimizer_bits)) / 8.0);
        return 2.0 * Term(4.0);
    }

    Term weight_bytes(bool expert) const {
        const auto all = [&](const Term& own) {
            return m_context.references > 0
                       ? divided(own, 3, expert) + divided(Term(2.0 * m_context.references), 3, expert)
                       : divided(own, 3, expert);
        };
        if (m_shape.lora.base_bits > 0 && m_shape.lora.rank > 0)
            return all(
                m_in.model("lora/base_bytes", "bytes of a frozen weight", frozen_bytes(m_shape.lora), "B"));
        if (m_shape.lora.rank > 0) // frozen weights are held as they are multiplied
            return all(m_plan.precision >= Precision::fp8 && m_context.stack->fp8_inputs ? Term(1.0)
                                                                                         : Term(m_element));
        return all(fp32_shards() ? Term(4.0) : Term(m_element));
    }
    Term gradient_bytes(bool expert) const {
        if (fp32_shards()) return 4.0 / ways(expert);
        if (m_context.stack->fp16_gradients && narrow()) {
            if (m_plan.precision != Precision::fp16) return divided(2.0 + Term(4.0), 2, expert);
            return divided(2.0, 2, expert) + divided(4.0, 1, expert);
        }
        const Term stored = m_plan.gradient_bits > 0 ? Term(m_in.plan("gradient_bits", m_plan.gradient_bits))
                                                     : Term(m_in.software("gradient_bits"));
        return divided(largest({narrow() ? 2.0 : 4.0, stored / 8.0}), 2, expert); // 16 bits at least
    }
    Term optimizer_bytes(bool expert) const {
        Term out = fp32_shards()
                       ? moments() / ways(expert)
                       : divided(narrow() ? moments() + master_weights(m_in) : moments(), 1, expert);
        if (m_plan.offload_optimizer > 0)
            out = std::move(out) * (1.0 - Term(m_in.plan("offload_optimizer", m_plan.offload_optimizer)));
        return out;
    }

    ExplanationPtr in_flight_node() const {
        const Term p = m_in.plan("pp", m_plan.pp), v = m_in.plan("vpp", m_plan.vpp), m = m_in.micro_batches();
        const double i = m_stage;
        Term out = smallest({m, p - i});
        if (m_plan.schedule == Schedule::zb_1p)
            out = smallest({m, p});
        else if (m_plan.schedule == Schedule::zb_2p)
            out = smallest({m, 2.0 * p - 1.0});
        else if (m_plan.vpp > 1 && m_plan.pp > 1)
            out = smallest({m * v, 2.0 * (p - i - 1.0) + (v - 1.0) * p + 1.0}) / v;
        return recorded("micro-batches in flight", in_flight(m_plan, m_in.micro_batches()->value, m_stage),
                        "", out, "Narayanan 2021; Qi 2023 (zero bubble)");
    }

    Term layers_of(const Term& dense, const Term& moe) const {
        return m_has_moe ? m_dense * dense + m_moe * moe : m_dense * dense;
    }

    ExplanationPtr activations() const {
        const auto moe = [&](bool whole) {
            return !m_has_moe ? Term(0.0)
                   : whole    ? Term(m_activations.whole(true))
                              : Term(m_activations.kept(true));
        };
        Term kept = layers_of(m_activations.kept(false), moe(false));
        if (m_plan.recompute == Recompute::full && m_plan.recompute_layers > 0 && m_layers->value > 0) {
            const Term again =
                smallest({1.0, Term(m_in.plan("recompute_layers", m_plan.recompute_layers)) / m_layers});
            kept = again * kept + (1.0 - again) * layers_of(m_activations.whole(false), moe(true));
        }
        if (m_context.stack->keeps_outputs && m_plan.pp > 1)
            kept = std::move(kept) + m_activations.boundary();
        Term out = Term(calculated("kept of a micro-batch", "B", kept)) * in_flight_node();
        if (m_plan.offload_activations > 0)
            out = std::move(out) * (1.0 - Term(m_in.plan("offload_activations", m_plan.offload_activations)));
        return bytes_node(m_in, "activations", out);
    }

    /// Parameters of the widest unit that ZeRO-3 gathers: a layer.
    Term unit() const {
        std::vector<Term> units{0.0};
        if (m_dense->value > 0) units.push_back(layer_parameters_on_gpu(false));
        if (m_has_moe && m_moe->value > 0) units.push_back(layer_parameters_on_gpu(true) + experts_on_gpu());
        return largest(std::move(units));
    }

    ExplanationPtr working() const {
        Term backward = m_activations.gradients();
        if (m_layers->value > 0) {
            std::vector<Term> again{0.0};
            if (m_dense->value > 0)
                again.push_back(Term(m_activations.whole(false)) - m_activations.kept(false));
            if (m_has_moe && m_moe->value > 0)
                again.push_back(Term(m_activations.whole(true)) - m_activations.kept(true));
            backward = std::move(backward) + largest(std::move(again));
        }
        if (m_plan.zero >= 3) {
            Term width = m_element;
            if (m_context.stack->scatters_fp32 && m_context.gradient_bytes > m_element->value) {
                const Term stored = m_plan.gradient_bits > 0
                                        ? Term(m_in.plan("gradient_bits", m_plan.gradient_bits))
                                        : Term(m_in.software("gradient_bits"));
                width = std::move(width) + largest({2.0, stored / 8.0}); // before the scatter
            }
            backward = std::move(backward) + unit() * width;
        }
        const ExplanationPtr layer = calculated("the layer in its backward pass", "B", backward);
        return bytes_node(m_in, "working set",
                          largest({layer, m_last ? Term(m_activations.logits()) : Term(0.0)}));
    }

    ExplanationPtr gathered(const ExplanationPtr& parameters, const ExplanationPtr& experts) const {
        Term of = 2.0 * unit(); // the layer at work and the next one, and the embeddings
        if (m_embeddings > 0) of = std::move(of) + m_embeddings * embedding_on_gpu();
        if (m_plan.keep_gathered) of = Term(parameters) + experts;
        return bytes_node(m_in, "gathered layers", Term(m_element) * of);
    }

    const Inputs& m_in;
    const Plan& m_plan;
    const TransformerShape& m_shape;
    MemoryContext m_context;
    Activations m_activations;
    int m_stage;
    ExplanationPtr m_tp, m_element, m_layers, m_dense, m_moe;
    double m_embeddings = 0;
    bool m_has_moe = false, m_last = false;
};

std::vector<ExplanationPtr> profile_parts(const Inputs& in) {
    const Plan& plan = in.plan();
    const GenericProfile& profile = *in.impl().model.generic;
    const Term parameters = in.model("parameters", "parameters_per_gpu", profile.parameters);
    const ExplanationPtr element = in.element_bytes();
    const Term ways = plan.shard > 0 ? in.plan("shard", plan.shard) : in.plan("dp", plan.dp);
    const auto divided = [&](Term bytes, int from_stage) {
        return plan.zero >= from_stage ? std::move(bytes) / ways : bytes;
    };
    const Term each =
        plan.optimizer_bits > 0 ? Term(in.plan("optimizer_bits", plan.optimizer_bits)) / 8.0 : Term(4.0);
    Term optimizer =
        divided(parameters * (element->value == 4 ? 2.0 * each : 2.0 * each + master_weights(in)), 1);
    if (plan.offload_optimizer > 0)
        optimizer = std::move(optimizer) * (1.0 - Term(in.plan("offload_optimizer", plan.offload_optimizer)));
    Term activations = Term(in.micro_batches()) * in.plan("micro_batch", plan.micro_batch) *
                       in.model("activation_bytes_per_sample", "activations of a sample",
                                profile.activation_bytes_per_sample.si(), "B");
    if (plan.offload_activations > 0)
        activations =
            std::move(activations) * (1.0 - Term(in.plan("offload_activations", plan.offload_activations)));
    const bool sharded = plan.zero >= 3;
    std::vector<ExplanationPtr> out{
        bytes_node(in, "weights", divided(parameters * element, 3)),
        bytes_node(in, "gradients", divided(parameters * 4.0, 2)), bytes_node(in, "optimizer", optimizer),
        bytes_node(in, "activations", activations), bytes_node(in, "working set", 0.0)};
    if (sharded) out.push_back(bytes_node(in, "gathered layers", 0.0));
    out.push_back(bytes_node(in, "comm buffers", 0.0));
    const MemoryStack& stack = memory_stack("unknown");
    out.push_back(fragmentation_node(in,
                                     leaf("fragmentation", stack.fragmentation, "",
                                          {Origin::Kind::stack, std::string(stack.family), "fragmentation"},
                                          "source code of the software family", "confirmed"),
                                     sharded));
    out.push_back(bytes_node(in, "framework", framework(in, 1.0)));
    return out;
}

} // namespace

ExplanationPtr memory_node(const Inputs& in) {
    const std::vector<ExplanationPtr> parts =
        in.impl().model.generic ? profile_parts(in) : StageBytes(in).parts();
    return recorded("memory_bytes", in.evaluation().memory.needed.si(), "B",
                    sum_of({parts.begin(), parts.end()}),
                    "Korthikanti 2022; Megatron-LM theoretical_memory_usage.py");
}

} // namespace roofrack
