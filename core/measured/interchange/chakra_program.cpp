// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/chakra_program.h"

#include "core/base/units/saturated.h"
#include "core/step/workload/micro_batches.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace roofrack {

namespace {

using Kind = ChakraNode::Kind;

uint64_t whole(double bytes) { return saturated<uint64_t>(std::max(0.0, std::round(bytes))); }

/// Builds the two chains of nodes.
class Chains {
public:
    explicit Chains(ChakraDetail detail)
        : m_detail(detail) {}

    void compute(const char* name, bool backward, double seconds, double flops, double bytes) {
        ChakraNode node;
        node.name = name;
        node.backward = backward;
        node.seconds = seconds;
        node.flops = flops;
        node.bytes = bytes;
        node.layer = layer;
        node.micro_batch = micro_batch;
        if (m_open && m_detail == ChakraDetail::layers && m_open->layer == layer &&
            m_open->micro_batch == micro_batch && m_open->backward == backward &&
            m_wait <= m_open->needs[1]) {
            m_open->seconds += seconds;
            m_open->flops += flops;
            m_open->bytes += bytes;
            return;
        }
        flush();
        node.needs[0] = m_last_compute;
        node.needs[1] = m_wait;
        if (m_detail == ChakraDetail::layers && layer >= 0) node.name = "layer";
        m_open = node;
    }

    /// Returns the id, for wait_for().
    uint64_t communicate(Kind kind, RankGroup group, const char* name, bool backward, double size,
                         bool blocks, int peer_stage = 0, int tag = 0) {
        flush();
        ChakraNode node;
        node.kind = kind;
        node.group = group;
        node.name = name;
        node.backward = backward;
        node.layer = layer;
        node.micro_batch = micro_batch;
        node.size = std::max<uint64_t>(1, whole(size));
        node.peer_stage = peer_stage;
        node.tag = tag;
        node.needs[0] = m_last_compute;
        node.needs[1] = m_last_communication;
        m_nodes.push_back(node);
        m_last_communication = m_nodes.size();
        if (blocks) m_wait = m_last_communication;
        return m_last_communication;
    }

    /// The next computation starts after communication `id`.
    void wait_for(uint64_t id) { m_wait = std::max(m_wait, id); }
    void wait_for_all() {
        flush();
        m_wait = m_last_communication;
    }

    std::vector<ChakraNode> take() {
        flush();
        return std::move(m_nodes);
    }

    int layer = -1, micro_batch = -1;

private:
    void flush() {
        if (!m_open) return;
        m_nodes.push_back(*m_open);
        m_last_compute = m_nodes.size();
        m_open.reset();
    }

    ChakraDetail m_detail;
    std::vector<ChakraNode> m_nodes;
    std::optional<ChakraNode> m_open;
    uint64_t m_last_compute = 0, m_last_communication = 0, m_wait = 0;
};

/// Writes one step of one stage.
class Step {
public:
    Step(const StepContext& context, const Plan& plan, int stage, ChakraDetail detail)
        : m_context(context)
        , m_plan(plan)
        , m_stage(stage)
        , m_paths(group_paths(context, plan))
        , m_calls(collective_costs(context, plan, m_paths))
        , m_held(stage_shape(context, plan))
        , m_update(update_costs(context, plan, m_paths, m_held))
        , m_records(operator_records(context, plan))
        , m_chains(detail) {
        const StageCost cost = stage_cost(context, plan, layer_costs(context, plan), m_held, m_calls);
        m_launch = cost.launch / std::max(1.0, cost.layers);
        m_rounds = interleaves(context, plan) ? plan.vpp : 1;
        m_chunks = plan.pp * m_rounds;
        m_micro_batches = saturated<int>(micro_batches(plan, context.in.global_batch));
        const double e = Machine::element_bytes(plan.precision);
        m_weight = e;
        m_gradient = gradient_bytes(plan, context.in);
        m_replicas = static_cast<double>(plan.dp) * plan.cp;
        m_shard = plan.shard > 0 ? std::min<double>(plan.shard, m_replicas) : m_replicas;
    }

    std::vector<ChakraNode> write() {
        const int total = m_micro_batches * m_rounds;
        int warm = m_rounds > 1 ? (m_plan.pp - m_stage - 1) * 2 + (m_rounds - 1) * m_plan.pp
                                : m_plan.pp - m_stage - 1;
        warm = std::min(warm, total);
        for (int k = 0; k < warm; ++k) forward(k);
        for (int k = warm; k < total; ++k) {
            forward(k);
            backward(k - warm);
        }
        for (int k = total - warm; k < total; ++k) backward(k);
        m_chains.layer = m_chains.micro_batch = -1;
        update();
        return m_chains.take();
    }

private:
    /// Chunk and micro-batch of the k-th forward (backward) pass of this stage.
    int chunk(int k, bool backwards) const {
        const int round = k / m_plan.pp % m_rounds;
        return (backwards ? m_rounds - 1 - round : round) * m_plan.pp + m_stage;
    }
    int micro_batch(int k) const { return k / (m_plan.pp * m_rounds) * m_plan.pp + k % m_plan.pp; }
    void place(int k, bool backwards, int& q, int& b) const {
        q = m_rounds > 1 ? chunk(k, backwards) : m_stage;
        b = m_rounds > 1 ? micro_batch(k) : k;
    }
    /// Layers before chunk q: the first chunks take one more where they do not divide.
    int first_layer(int q) const {
        const int layers = m_context.in.shape->layers;
        return layers / m_chunks * q + std::min(q, layers % m_chunks);
    }
    int stage_of(int q) const { return q % m_plan.pp; }
    int tag(int b, int q, bool backwards) const { return (b * m_chunks + q) * 2 + (backwards ? 1 : 0); }
    bool last_micro_batch(int b) const { return b == m_micro_batches - 1; }

    void forward(int k) {
        int q = 0, b = 0;
        place(k, false, q, b);
        m_chains.micro_batch = b;
        m_chains.layer = -1;
        if (q > 0)
            m_chains.communicate(Kind::receive, {}, "receive activation", false, m_calls.send.bytes, true,
                                 stage_of(q - 1), tag(b, q - 1, false));
        for (int layer = first_layer(q); layer < first_layer(q + 1); ++layer) {
            m_chains.layer = layer;
            gather_parameters(false);
            layer_forward(false);
        }
        m_chains.layer = -1;
        if (q == m_chunks - 1) head(false);
        if (q < m_chunks - 1)
            m_chains.communicate(Kind::send, {}, "send activation", false, m_calls.send.bytes, false,
                                 stage_of(q + 1), tag(b, q, false));
    }

    void backward(int k) {
        int q = 0, b = 0;
        place(k, true, q, b);
        m_chains.micro_batch = b;
        m_chains.layer = -1;
        if (q < m_chunks - 1)
            m_chains.communicate(Kind::receive, {}, "receive gradient", true, m_calls.send.bytes, true,
                                 stage_of(q + 1), tag(b, q + 1, true));
        else
            head(true);
        const int first = first_layer(q);
        for (int layer = first_layer(q + 1) - 1; layer >= first; --layer) {
            m_chains.layer = layer;
            if (!m_plan.keep_gathered) gather_parameters(true);
            if (m_plan.recompute == Recompute::full &&
                (m_plan.recompute_layers <= 0 || layer - first < m_plan.recompute_layers / m_rounds))
                layer_forward(true);
            layer_backward();
            scatter_gradients(b);
        }
        m_chains.layer = -1;
        if (q > 0)
            m_chains.communicate(Kind::send, {}, "send gradient", true, m_calls.send.bytes, false,
                                 stage_of(q - 1), tag(b, q, true));
    }

    const std::vector<OperatorRecord>& records() const {
        const TransformerShape& shape = *m_context.in.shape;
        if (!m_records.cross.empty() && m_chains.layer >= shape.encoder.layers) return m_records.cross;
        const bool moe = is_moe_layer(shape, m_chains.layer) && !m_records.moe.empty();
        return moe || m_records.dense.empty() ? m_records.moe : m_records.dense;
    }

    void run(const OperatorRecord& record) {
        m_chains.compute(record.op.name, record.backward, record.time * m_context.slower, record.op.flops,
                         record.op.bytes);
    }

    /// All-gather before the GEMMs and reduce-scatter after them, or one all-reduce after them; backwards the
    /// other way round (Korthikanti 2022).
    void tensor_open(bool backwards) {
        if (m_plan.tp <= 1 || !m_plan.sequence_parallel) return;
        m_chains.communicate(Kind::all_gather, RankGroup::tensor, "tensor all-gather", backwards,
                             m_calls.tensor.bytes / m_plan.tp, true);
    }
    void tensor_close(bool backwards) {
        if (m_plan.tp <= 1) return;
        if (m_plan.sequence_parallel)
            m_chains.communicate(Kind::reduce_scatter, RankGroup::tensor, "tensor reduce-scatter", backwards,
                                 m_calls.tensor.bytes, true);
        else
            m_chains.communicate(Kind::all_reduce, RankGroup::tensor, "tensor all-reduce", backwards,
                                 m_calls.tensor.bytes, true);
    }
    void exchange(bool backwards, const char* name) {
        if (m_plan.ep > 1)
            m_chains.communicate(Kind::all_to_all, RankGroup::expert, name, backwards, m_calls.expert.bytes,
                                 true);
    }

    void layer_forward(bool again) {
        const auto& list = records();
        const bool moe = !list.empty() && &list == &m_records.moe;
        const bool cut = !moe || m_context.in.shape->moe.shared_experts > 0;
        if (m_plan.cp > 1)
            m_chains.communicate(Kind::all_gather, RankGroup::context, "key and value all-gather", again,
                                 m_calls.context.bytes / m_plan.cp, true);
        tensor_open(again);
        bool routed = false, attention = true;
        for (const OperatorRecord& record : list) {
            if (record.backward) continue;
            if (record.op.routed && !routed) exchange(again, "expert dispatch");
            if (!record.op.routed && routed) exchange(again, "expert combine");
            routed = record.op.routed;
            run(again ? as_recomputed(record) : record);
            if (attention && record.op.closes_attention) {
                attention = false;
                tensor_close(again);
                if (cut) tensor_open(again);
            }
        }
        if (routed) exchange(again, "expert combine");
        m_chains.compute("launch gaps", again, m_launch / (m_plan.recompute == Recompute::full ? 4 : 3), 0,
                         0);
        if (cut) tensor_close(again);
    }

    static OperatorRecord as_recomputed(OperatorRecord record) {
        record.backward = true; // in the backward pass
        return record;
    }

    void layer_backward() {
        const auto& list = records();
        const bool moe = !list.empty() && &list == &m_records.moe;
        const bool cut = !moe || m_context.in.shape->moe.shared_experts > 0;
        const double selective = m_context.in.software->selective_share;
        if (cut) tensor_open(true);
        bool routed = false;
        for (auto it = list.rbegin(); it != list.rend(); ++it) {
            if (!it->backward) continue;
            const Operator& op = it->op;
            if (op.routed && !routed) exchange(true, "expert combine");
            if (!op.routed && routed) exchange(true, "expert dispatch");
            routed = op.routed;
            if (op.closes_attention) {
                if (cut) tensor_close(true);
                tensor_open(true);
            }
            if (m_plan.recompute == Recompute::selective) {
                const double share = selective > 0 ? selective : op.core ? 1 : 0;
                const OperatorRecord& forward = *std::next(it);
                if (share > 0)
                    m_chains.compute(op.name, true, share * forward.time * m_context.slower,
                                     share * forward.op.flops, share * forward.op.bytes);
            }
            run(*it);
        }
        if (routed) exchange(true, "expert dispatch");
        m_chains.compute("launch gaps", true,
                         m_launch * (m_plan.recompute == Recompute::full ? 2.0 / 4 : 2.0 / 3), 0, 0);
        if (m_plan.cp > 1) {
            m_chains.communicate(Kind::all_gather, RankGroup::context, "key and value all-gather", true,
                                 m_calls.context.bytes / m_plan.cp, true);
            m_chains.communicate(Kind::reduce_scatter, RankGroup::context, "key and value reduce-scatter",
                                 true, m_calls.context.bytes, true);
        }
        tensor_close(true);
    }

    void head(bool backwards) {
        if (!backwards) tensor_open(false);
        for (const OperatorRecord& record : m_records.head)
            if (record.backward == backwards) run(record);
        if (backwards || !m_plan.sequence_parallel) tensor_close(backwards);
    }

    double layer_share() const { return 1 / std::max(1.0, m_held.layers); }

    /// ZeRO-3: the layer's parameters before it runs.
    void gather_parameters(bool backwards) {
        if (m_plan.zero != 3 || m_shard <= 1) return;
        m_chains.communicate(Kind::all_gather, RankGroup::shard, "parameter all-gather", backwards,
                             m_held.dense_parameters * m_weight * layer_share() / m_shard, true);
    }

    /// Gradients of one layer: each micro-batch with ZeRO-3, after the last one otherwise.
    void scatter_gradients(int b) {
        if (m_replicas <= 1 || (m_plan.zero != 3 && (!last_micro_batch(b) || !m_plan.dp_overlap))) return;
        reduce(m_held.trained_parameters * layer_share(), m_held.trained_experts * layer_share(),
               last_micro_batch(b));
    }

    /// Reduces gradients: `all` also what is due once a step.
    void reduce(double dense, double experts, bool all) {
        if (m_plan.zero == 0)
            m_chains.communicate(Kind::all_reduce, RankGroup::replicas, "gradient all-reduce", true,
                                 dense * m_gradient, false);
        else if (m_shard > 1)
            m_chains.communicate(Kind::reduce_scatter, RankGroup::shard, "gradient reduce-scatter", true,
                                 dense * m_gradient, false);
        if (!all) return;
        if (m_plan.zero > 0 && m_shard < m_replicas)
            m_chains.communicate(Kind::all_reduce, RankGroup::outer, "gradient all-reduce", true,
                                 dense * m_gradient / m_shard, false);
        if (experts > 0 && expert_replicas() > 1)
            m_chains.communicate(m_plan.zero == 0 ? Kind::all_reduce : Kind::reduce_scatter,
                                 RankGroup::expert_replicas, "expert gradients", true, experts * m_gradient,
                                 false);
    }

    double expert_replicas() const { return m_paths.expert_replicas.members; }

    void update() {
        if (m_replicas > 1 && m_plan.zero != 3 && !m_plan.dp_overlap)
            reduce(m_held.trained_parameters, m_held.trained_experts, true);
        m_chains.wait_for_all();
        m_chains.compute("optimizer", true, m_update.optimizer + m_context.in.software->step_overhead, 0, 0);
        if (m_plan.zero == 0) return;
        if (m_plan.zero != 3 && m_shard > 1)
            m_chains.communicate(Kind::all_gather, RankGroup::shard, "parameter all-gather", true,
                                 m_held.trained_parameters * m_weight / m_shard, false);
        if (m_held.trained_experts > 0 && expert_replicas() > 1)
            m_chains.communicate(Kind::all_gather, RankGroup::expert_replicas, "expert parameters", true,
                                 m_held.trained_experts * m_weight / expert_replicas(), false);
    }

    const StepContext& m_context;
    const Plan& m_plan;
    int m_stage;
    GroupPaths m_paths;
    CollectiveCosts m_calls;
    StageShape m_held;
    UpdateCosts m_update;
    OperatorRecords m_records;
    Chains m_chains;
    double m_launch = 0; ///< s a layer and micro-batch
    double m_weight = 2, m_gradient = 4, m_replicas = 1, m_shard = 1;
    int m_rounds = 1, m_chunks = 1, m_micro_batches = 1;
};

} // namespace

bool interleaves(const StepContext& context, const Plan& plan) {
    return plan.pp > 1 && plan.vpp > 1 && plan.pp * plan.vpp <= context.in.shape->layers &&
           saturated<int>(micro_batches(plan, context.in.global_batch)) % plan.pp == 0;
}

std::vector<ChakraNode> chakra_program(const StepContext& context, const Plan& plan, int stage,
                                       ChakraDetail detail) {
    return Step(context, plan, stage, detail).write();
}

} // namespace roofrack
