// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload/layer.h"

#include "core/step/workload/layer_parameters.h"

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
        add(base);
        if (rank <= 0 || !adapted) return;
        const int first_of_adapter = m_out.count;
        add(gemm("adapter down", m, rank, k, e));
        add(gemm("adapter up", m, n, rank, e));
        // Dropout before the adapter, its sum with the frozen product.
        const double dropped = m_shape.lora.dropout ? 2 * m * k : 0;
        const double sum = m_slice.elementwise * e * (dropped + 3 * m * n);
        add(elementwise("adapter sum", sum, sum));
        for (int i = first_of_adapter; i < m_out.count; ++i) m_out.items[i].adapter = true;
    }

    /// What stands before the feed-forward part: attention of one or two kinds, a recurrent mixer.
    void mixers() {
        const LayerMix mix = layer_mix(m_shape);
        const double full = full_attention_share(m_shape);
        around(mix);
        m_share = mix.attention - full;
        if (m_share > 0) attention(m_shape);
        m_share = full;
        if (m_share > 0) attention(full_attention_shape(m_shape));
        m_share = mix.recurrent;
        if (m_share > 0) recurrent();
        m_share = 1;
    }

    void attention(const TransformerShape& of) {
        const double h = m_shape.hidden, tokens = m_slice.tokens, e = m_slice.element_bytes;
        const AttentionWidths width = attention_widths(of, m_slice.tp);
        const LatentAttention& mla = of.mla;
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
            const double gate = of.gated_attention ? width.query : 0;
            const bool shared = of.full.layers == 0 && of.full.shared_values;
            const double projected = shared ? width.key : width.key + width.value;
            linear("qkv", tokens, width.query + projected + gate, h, adapted);
        }
        indexer();
        core("attention", of, width, m_slice.sequence, attended_share(of, m_slice.sequence, m_slice.causal));
        if (of.gated_attention) { // sigmoid of the gate times the output: read, read, write
            const double bytes = m_slice.elementwise * e * 3 * tokens * width.query;
            add(elementwise("attention gate", bytes, 1.7 * bytes));
        }
        const int closing = m_out.count;
        linear("attention out", tokens, h, of.heads * value_width(of) / m_slice.tp,
               adapted && m_shape.lora.output);
        m_out.items[closing].closes_attention = true;

        if (m_slice.cross_sequence <= 0) return;
        const double norm = m_slice.elementwise * e * (5 * h * replicated() + 2 * width.query * tokens);
        add(elementwise("cross norm and residual", norm, 1.7 * norm));
        linear("cross query", tokens, width.query, h, adapted);
        linear("cross key-value", m_slice.cross_tokens, width.key + width.value, h, adapted);
        core("cross attention", of, width, m_slice.cross_sequence, 1);
        linear("cross out", tokens, h, width.query, adapted && m_shape.lora.output);
    }

    void dense_ffn() {
        m_share = layer_mix(m_shape).ffn;
        if (m_share > 0) ffn(m_shape.ffn, "ffn up", "ffn down");
        m_share = 1;
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
        // Token copies that this rank's experts see, where the router spreads them evenly.
        const double routed = m_slice.tokens * t / m_slice.tp * moe.top_k;
        const int first_routed = m_out.count;
        const double local = std::max(1.0, moe.experts / m_slice.ep);
        linear("router", replicated(), moe.experts, h, false);
        // Scores in fp32: softmax, top-k, the routing map and its sums, about ten passes.
        const double scores = m_slice.elementwise * 40 * replicated() * moe.experts;
        add(elementwise("routing", scores, scores));
        // Copies leave in the order of their experts and return to that of the tokens; where several experts
        // share a rank, what arrives is sorted by expert, and back.
        double copies = 2 * replicated() * (1 + moe.top_k);
        if (m_slice.ep > 1 && local > 1) copies += 4 * routed;
        const double width = moe.latent > 0 ? moe.latent : h; // width of what the experts see
        if (moe.latent > 0) linear("experts' latent down", replicated(), width, h, false);
        const double permute = m_slice.elementwise * e * width * copies;
        add(elementwise("permute", permute, permute));
        const double first = (m_shape.gated_ffn ? 2 : 1) * moe.expert_ffn / t;
        linear("experts up", routed, first, width, false, local);
        if (moe.limited && !m_slice.fused_experts) limit(routed * first);
        activation(routed, first, moe.expert_ffn / t);
        linear("experts down", routed, width, moe.expert_ffn / t, false, local);
        if (moe.bias && !m_slice.fused_experts) weighted_bias(routed * width);
        if (moe.latent > 0) linear("experts' latent up", replicated(), h, width, false);
        for (int i = first_routed; i < m_out.count; ++i) m_out.items[i].routed = true;
        if (moe.shared_experts > 0) ffn(moe.shared_experts * moe.expert_ffn, "shared up", "shared down");
    }

private:
    void add(Operator op) {
        op.share = m_share;
        m_out.add(op);
    }

    /// A norm (read, write) and a residual add (read, read, write) a mixer and feed-forward part, QKV layout
    /// and rotary embedding (read, write); latent attention also norms its latents and copies the shared
    /// rotary key to each head.
    void around(const LayerMix& mix) {
        const double h = m_shape.hidden, tokens = m_slice.tokens;
        const AttentionWidths width = attention_widths(m_shape, m_slice.tp);
        const LatentAttention& mla = m_shape.mla;
        const double parts = mix.mixers() + (m_is_moe ? 1 : mix.ffn);
        double bytes = 5 * parts * h * replicated() +
                       mix.attention * 2 * (width.query + width.key + width.value) * tokens;
        if (mla.kv_rank > 0)
            bytes += mix.attention *
                     (2 * (mla.q_rank + mla.kv_rank + mla.rope_dim) * replicated() + 2 * width.key * tokens);
        bytes *= m_slice.elementwise * m_slice.element_bytes;
        add(light(elementwise("norm and residual", bytes, 1.7 * bytes)));
    }

    /// The scores of an indexer over all earlier tokens; the largest of them are found in the same pass.
    void indexer() {
        const IndexedAttention& index = m_shape.indexed;
        if (index.top_k <= 0) return;
        const double tokens = m_slice.tokens, e = m_slice.element_bytes, h = m_shape.hidden;
        const double heads = index.heads / m_slice.tp;
        linear("index query", tokens, heads * index.dim, m_shape.mla.q_rank > 0 ? m_shape.mla.q_rank : h,
               false);
        linear("index key", replicated(), index.dim + index.heads, h, false);
        Operator op;
        op.name = "index scores";
        op.kind = OperatorKind::attention;
        op.k = index.dim;
        op.n = m_slice.sequence;
        op.flops = 2 * tokens * m_slice.sequence * heads * index.dim * (m_slice.causal ? 0.5 : 1);
        op.bytes = e * tokens * (heads * index.dim + index.dim * m_slice.cp) + 4 * tokens * index.top_k;
        op.backward_bytes = 2 * op.bytes;
        add(op);
    }

    /// Projections in and out, a causal convolution, the states of the blocks, the gated norm.
    void recurrent() {
        const RecurrentMixer& mixer = m_shape.recurrent;
        const double h = m_shape.hidden, tokens = m_slice.tokens, e = m_slice.element_bytes;
        const RecurrentWidths width = recurrent_widths(mixer, m_slice.tp);
        const double passes = m_slice.elementwise * e * tokens;
        linear("state in", tokens, width.projected(), h, false);
        const double convolution = passes * 2 * width.convolved();
        add(elementwise("convolution", convolution, 1.7 * convolution));
        Operator op;
        op.name = "states";
        op.kind = OperatorKind::attention;
        op.k = mixer.key_dim;
        op.n = mixer.chunk;
        op.flops = tokens * recurrence_flops(mixer) / m_slice.tp;
        // Keys, queries, values and gates in, values out; each block's state in 32 bits, out and in again.
        const double states = mixer.heads / m_slice.tp * mixer.key_dim * mixer.head_dim / mixer.chunk;
        op.bytes = e * tokens * (width.convolved() + width.gates + width.values) + 2 * 4 * tokens * states;
        op.backward_bytes = 2.5 * op.bytes;
        add(op);
        const double gate = passes * 3 * width.values;
        add(elementwise("gate and norm", gate, 1.7 * gate));
        linear("state out", tokens, h, width.values, false);
    }

    void activation(double tokens, double first, double width) {
        const double bytes = m_slice.element_bytes * tokens * (first + width) * m_slice.elementwise;
        add(light(elementwise("activation", bytes, 1.7 * bytes)));
    }

    /// Gate and linear half cut to their ranges one by one and joined again, each in a pass of its own; back,
    /// the same and the halves' gradients joined (Megatron-Core fused_bias_geglu.py,
    /// weighted_bias_quick_geglu_impl).
    void limit(double elements) {
        const double e = m_slice.element_bytes;
        add(light(elementwise("limit", 4 * e * elements, 5 * e * elements)));
    }

    /// Each expert's bias times the router's weight of the token, which is of 32 bits and makes the sum so:
    /// product, sum, their joining over the experts and the cast back are a pass each (Megatron-Core
    /// experts.py, TEGroupedMLP::_apply_bias); back, besides, the sums of both factors' gradients.
    void weighted_bias(double elements) {
        constexpr double wide = 4;
        const double e = m_slice.element_bytes;
        add(elementwise("experts' bias", (6 * wide + 2 * e) * elements, (8 * wide + 4 * e) * elements));
    }

    /// Norms, activations and the projections out of the latents are, in an MoE layer.
    Operator light(Operator op) const {
        op.light = m_is_moe;
        return op;
    }

    /// Scores and their product with the values, over `share` of the square.
    void core(const char* name, const TransformerShape& of, const AttentionWidths& width, double sequence,
              double share) {
        const double tokens = m_slice.tokens, e = m_slice.element_bytes;
        const double heads = of.heads / m_slice.tp;
        const double values = heads * value_width(of);
        const double square = 2 * tokens * sequence * (width.query + values); // QKᵀ and AV
        Operator op;
        op.name = name;
        op.kind = OperatorKind::attention;
        op.core = true;
        op.k = key_width(of);
        op.n = sequence;
        if (m_slice.flash_attention) {
            op.flops = square * share;
            op.bytes = e * tokens * (width.query + values + (width.key + width.value) * m_slice.cp);
            op.backward_bytes = 2.5 * op.bytes;
            add(op);
            return;
        }
        op.flops = square;
        const double scores = tokens * sequence * heads;
        op.bytes = e * tokens * (width.query + values + width.key + width.value) + 2 * e * scores;
        op.backward_bytes = 2 * op.bytes;
        add(op);
        // Scale-mask-softmax reads and writes the scores, dropout reads, writes and keeps a byte mask
        // (Korthikanti 2022, table 2).
        const double kernel = 4 * e + 1, passes = m_slice.score_traffic > 0 ? m_slice.score_traffic : kernel;
        Operator softmax = elementwise("softmax", passes * scores, passes / kernel * (5 * e + 1) * scores);
        softmax.core = true;
        add(softmax);
    }

    LayerOperators& m_out;
    const TransformerShape& m_shape;
    const LayerSlice& m_slice;
    const bool m_is_moe;
    double m_share = 1; ///< share of the layers, for what is added next
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
    // Each token sees the window before it, the first tokens less; and so many of those before it as the
    // indexer lets it see.
    const auto within = [sequence](double window) {
        return window / sequence * (1 - window / (2 * sequence));
    };
    if (shape.indexed.top_k > 0) return shape.indexed.top_k < sequence ? within(shape.indexed.top_k) : 0.5;
    if (shape.window <= 0 || shape.window >= sequence) return 0.5;
    const double inside = within(shape.window);
    if (shape.full.layers > 0) return inside; // the others are a kind of their own
    // Every n-th layer has the window; every −n-th has none (Gemma 3).
    const double share = shape.window_interval < 0 ? 1 + 1.0 / shape.window_interval
                                                   : 1.0 / std::max(1, shape.window_interval);
    return 0.5 + (inside - 0.5) * share;
}

LayerOperators layer_operators(const TransformerShape& shape, const LayerSlice& slice, bool moe_layer) {
    LayerOperators out;
    Builder builder(out, shape, slice, moe_layer);
    builder.mixers();
    if (moe_layer)
        builder.experts();
    else
        builder.dense_ffn();
    return out;
}

double full_attention_share(const TransformerShape& shape) {
    return shape.full.layers > 0 ? static_cast<double>(shape.full.layers) / std::max(1, shape.layers) : 0;
}

TransformerShape full_attention_shape(const TransformerShape& shape) {
    TransformerShape out = shape;
    out.window = 0;
    out.full.layers = 0;
    out.kv_heads = shape.full.kv_heads;
    out.head_dim = shape.full.head_dim;
    return out;
}

RecurrentWidths recurrent_widths(const RecurrentMixer& mixer, double tp) {
    const double gates = mixer.kind == RecurrenceKind::delta_rule ? 2 : 1;
    return {mixer.heads * mixer.head_dim / tp, mixer.key_heads * mixer.key_dim / tp,
            gates * mixer.heads / tp};
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
