// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload/layer.h"

#include <algorithm>
#include <string_view>

namespace roofrack {

namespace {

Operator gemm(const char* name, double m, double n, double k, double element_bytes, double groups = 1) {
    Operator op;
    op.name = name;
    op.kind = OperatorKind::gemm;
    op.m = m;
    op.n = n;
    op.k = k;
    op.groups = groups;
    op.flops = 2 * m * n * k;
    op.bytes = element_bytes * (m * k + groups * k * n + m * n);
    return op;
}

Operator elementwise(const char* name, double bytes, double backward_bytes) {
    Operator op;
    op.name = name;
    op.kind = OperatorKind::elementwise;
    op.bytes = bytes;
    op.backward_bytes = backward_bytes;
    return op;
}

/// Adds a layer's operators under its shape and slice.
class Builder {
public:
    Builder(LayerOperators& out, const TransformerShape& shape, const LayerSlice& slice, bool moe_layer)
        : m_out(out)
        , m_shape(shape)
        , m_slice(slice)
        , m_is_moe(moe_layer) {}

    /// Tokens that norms and residuals see.
    double replicated() const { return m_slice.tokens / (m_slice.sequence_parallel ? m_slice.tp : 1); }

    void linear(const char* name, double m, double n, double k, bool adapted, double groups = 1) {
        const double e = m_slice.element_bytes, rank = m_shape.lora.rank;
        Operator base = gemm(name, m, n, k, e, groups);
        base.frozen = rank > 0;
        m_out.add(base);
        if (rank <= 0 || !adapted) return;
        const int first_of_adapter = m_out.count;
        m_out.add(gemm("adapter down", m, rank, k, e));
        m_out.add(gemm("adapter up", m, n, rank, e));
        // Dropout before the adapter, its sum with the frozen product.
        const double dropped = m_shape.lora.dropout ? 2 * m * k : 0;
        const double sum = m_slice.elementwise * e * (dropped + 3 * m * n);
        m_out.add(elementwise("adapter sum", sum, sum));
        for (int i = first_of_adapter; i < m_out.count; ++i) m_out.items[i].adapter = true;
    }

    void attention() {
        const double h = m_shape.hidden, tokens = m_slice.tokens, e = m_slice.element_bytes;
        const AttentionWidths width = attention_widths(m_shape, m_slice.tp);
        const LatentAttention& mla = m_shape.mla;
        // Two norms (read, write), two residual adds (read, read, write), QKV layout and rotary embedding
        // (read, write); latent attention also norms its latents and copies the shared rotary key to each
        // head.
        double around = 10 * h * replicated() + 2 * (width.query + width.key + width.value) * tokens;
        if (mla.kv_rank > 0)
            around += 2 * (mla.q_rank + mla.kv_rank + mla.rope_dim) * replicated() + 2 * width.key * tokens;
        around *= m_slice.elementwise * e;
        m_out.add(light(elementwise("norm and residual", around, 1.7 * around)));

        const bool adapted = m_shape.lora.attention;
        if (mla.kv_rank > 0) {
            // The down-projections are not cut by tensor parallelism.
            const double heads = m_shape.heads / m_slice.tp;
            if (mla.q_rank > 0) linear("query down", replicated(), mla.q_rank, h, adapted);
            const int query_up = m_out.count;
            linear("query up", tokens, width.query, mla.q_rank > 0 ? mla.q_rank : h, adapted);
            m_out.items[query_up].light = m_is_moe;
            linear("key-value down", replicated(), mla.kv_rank + mla.rope_dim, h, adapted);
            const int value_up = m_out.count;
            linear("key-value up", tokens, heads * (mla.nope_dim + mla.value_dim), mla.kv_rank, adapted);
            m_out.items[value_up].light = m_is_moe;
        } else {
            linear("qkv", tokens, width.query + width.key + width.value, h, adapted);
        }
        core("attention", width, m_slice.sequence, attended_share(m_shape, m_slice.sequence, m_slice.causal));
        const int closing = m_out.count;
        linear("attention out", tokens, h, m_shape.heads * value_width(m_shape) / m_slice.tp,
               adapted && m_shape.lora.output);
        m_out.items[closing].closes_attention = true;

        if (m_slice.cross_sequence <= 0) return;
        const double norm = m_slice.elementwise * e * (5 * h * replicated() + 2 * width.query * tokens);
        m_out.add(elementwise("cross norm and residual", norm, 1.7 * norm));
        linear("cross query", tokens, width.query, h, adapted);
        linear("cross key-value", m_slice.cross_tokens, width.key + width.value, h, adapted);
        core("cross attention", width, m_slice.cross_sequence, 1);
        linear("cross out", tokens, h, width.query, adapted && m_shape.lora.output);
    }

    void ffn(double width, const char* up, const char* down) {
        const double t = m_slice.tp;
        const double first = (m_shape.gated_ffn ? 2 : 1) * width / t;
        linear(up, m_slice.tokens, first, m_shape.hidden, m_shape.lora.ffn);
        activation(m_slice.tokens, first, width / t);
        linear(down, m_slice.tokens, m_shape.hidden, width / t, m_shape.lora.ffn);
    }

    void experts() {
        const MoeSpec& moe = m_shape.moe;
        const double h = m_shape.hidden, e = m_slice.element_bytes;
        const double t = expert_tensor_ways(m_shape, m_slice.tp);
        // Token copies that this rank's experts see.
        const double routed = m_slice.tokens * t / m_slice.tp * moe.top_k * m_slice.expert_imbalance;
        const int first_routed = m_out.count;
        const double local = std::max(1.0, moe.experts / m_slice.ep);
        linear("router", replicated(), moe.experts, h, false);
        // Scores in fp32: softmax, top-k, the routing map and its sums, about ten passes.
        const double scores = m_slice.elementwise * 40 * replicated() * moe.experts;
        m_out.add(elementwise("routing", scores, scores));
        // Copies leave in the order of their experts and return to that of the tokens; where several experts
        // share a rank, what arrives is sorted by expert, and back.
        double copies = 2 * replicated() * (1 + moe.top_k);
        if (m_slice.ep > 1 && local > 1) copies += 4 * routed;
        const double permute = m_slice.elementwise * e * h * copies;
        m_out.add(elementwise("permute", permute, permute));
        const double first = (m_shape.gated_ffn ? 2 : 1) * moe.expert_ffn / t;
        linear("experts up", routed, first, h, false, local);
        if (moe.limited && !m_slice.fused_experts) limit(routed * first);
        activation(routed, first, moe.expert_ffn / t);
        linear("experts down", routed, h, moe.expert_ffn / t, false, local);
        if (moe.bias && !m_slice.fused_experts) weighted_bias(routed * h);
        for (int i = first_routed; i < m_out.count; ++i) m_out.items[i].routed = true;
        if (moe.shared_experts > 0) ffn(moe.shared_experts * moe.expert_ffn, "shared up", "shared down");
    }

private:
    void activation(double tokens, double first, double width) {
        const double bytes = m_slice.element_bytes * tokens * (first + width) * m_slice.elementwise;
        m_out.add(light(elementwise("activation", bytes, 1.7 * bytes)));
    }

    /// Gate and linear half cut to their ranges one by one and joined again, each in a pass of its own; back,
    /// the same and the halves' gradients joined (Megatron-Core fused_bias_geglu.py,
    /// weighted_bias_quick_geglu_impl).
    void limit(double elements) {
        const double e = m_slice.element_bytes;
        m_out.add(light(elementwise("limit", 4 * e * elements, 5 * e * elements)));
    }

    /// Each expert's bias times the router's weight of the token, which is of 32 bits and makes the sum so:
    /// product, sum, their joining over the experts and the cast back are a pass each (Megatron-Core
    /// experts.py, TEGroupedMLP::_apply_bias); back, besides, the sums of both factors' gradients.
    void weighted_bias(double elements) {
        constexpr double wide = 4;
        const double e = m_slice.element_bytes;
        m_out.add(elementwise("experts' bias", (6 * wide + 2 * e) * elements, (8 * wide + 4 * e) * elements));
    }

    /// Norms, activations and the projections out of the latents are, in an MoE layer.
    Operator light(Operator op) const {
        op.light = m_is_moe;
        return op;
    }

    /// Scores and their product with the values, over `share` of the square.
    void core(const char* name, const AttentionWidths& width, double sequence, double share) {
        const double tokens = m_slice.tokens, e = m_slice.element_bytes;
        const double heads = m_shape.heads / m_slice.tp;
        const double values = heads * value_width(m_shape);
        const double square = 2 * tokens * sequence * (width.query + values); // QKᵀ and AV
        Operator op;
        op.name = name;
        op.kind = OperatorKind::attention;
        op.core = true;
        op.k = key_width(m_shape);
        op.n = sequence;
        if (m_slice.flash_attention) {
            op.flops = square * share;
            op.bytes = e * tokens * (width.query + values + (width.key + width.value) * m_slice.cp);
            op.backward_bytes = 2.5 * op.bytes;
            m_out.add(op);
            return;
        }
        op.flops = square;
        const double scores = tokens * sequence * heads;
        op.bytes = e * tokens * (width.query + values + width.key + width.value) + 2 * e * scores;
        op.backward_bytes = 2 * op.bytes;
        m_out.add(op);
        // Scale-mask-softmax reads and writes the scores, dropout reads, writes and keeps a byte mask
        // (Korthikanti 2022, table 2).
        const double kernel = 4 * e + 1, passes = m_slice.score_traffic > 0 ? m_slice.score_traffic : kernel;
        Operator softmax = elementwise("softmax", passes * scores, passes / kernel * (5 * e + 1) * scores);
        softmax.core = true;
        m_out.add(softmax);
    }

    LayerOperators& m_out;
    const TransformerShape& m_shape;
    const LayerSlice& m_slice;
    const bool m_is_moe;
};

} // namespace

double expert_tensor_ways(const TransformerShape& shape, double tp) {
    return shape.moe.expert_ffn < shape.hidden ? 1 : tp;
}

AttentionWidths attention_widths(const TransformerShape& shape, double tp) {
    const double heads = shape.heads / tp;
    const double pairs = shape.mla.kv_rank > 0 ? heads : std::max(1.0, shape.kv_heads / tp);
    return {heads * key_width(shape), pairs * key_width(shape), pairs * value_width(shape)};
}

double attended_share(const TransformerShape& shape, double sequence, bool causal) {
    if (!causal) return 1;
    if (shape.window <= 0 || shape.window >= sequence) return 0.5;
    // Each token sees the window before it, the first tokens less.
    const double inside = shape.window / sequence * (1 - shape.window / (2 * sequence));
    // Every n-th layer has the window; every −n-th has none (Gemma 3).
    const double share = shape.window_interval < 0 ? 1 + 1.0 / shape.window_interval
                                                   : 1.0 / std::max(1, shape.window_interval);
    return 0.5 + (inside - 0.5) * share;
}

LayerOperators layer_operators(const TransformerShape& shape, const LayerSlice& slice, bool moe_layer) {
    LayerOperators out;
    Builder builder(out, shape, slice, moe_layer);
    builder.attention();
    if (moe_layer)
        builder.experts();
    else
        builder.ffn(shape.ffn, "ffn up", "ffn down");
    return out;
}

LayerOperators head_operators(const TransformerShape& shape, const LayerSlice& slice) {
    LayerOperators out;
    Builder builder(out, shape, slice, false);
    builder.linear("logits", slice.tokens, shape.vocab / slice.tp, shape.hidden, false);
    // The loss keeps fp32 logits: cast, max, exponent and sum forward, gradient backward.
    const double bytes = slice.loss_traffic * slice.tokens * shape.vocab / slice.tp;
    out.add(elementwise("loss", 0.6 * bytes, 0.4 * bytes));
    return out;
}

} // namespace roofrack
