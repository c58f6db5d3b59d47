// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer.h"

#include <algorithm>

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

void add_attention(LayerOperators& out, const TransformerShape& shape, const LayerSlice& slice) {
    const double width = shape.heads * head_width(shape) / slice.tp;
    const double kv_width = std::max(1.0, shape.kv_heads / slice.tp) * head_width(shape);
    const double e = slice.element_bytes;
    const double square = 4 * slice.tokens * slice.sequence * width; // QKᵀ and AV over the full square
    Operator op;
    op.name = "attention";
    op.kind = OperatorKind::attention;
    if (slice.flash_attention) {
        op.flops = square / 2;
        op.bytes = e * slice.tokens * (2 * width + 2 * kv_width * slice.cp);
        op.backward_bytes = 2.5 * op.bytes;
        out.add(op);
        return;
    }
    op.flops = square;
    const double scores = slice.tokens * slice.sequence * shape.heads / slice.tp;
    op.bytes = e * slice.tokens * (2 * width + 2 * kv_width) + 2 * e * scores;
    op.backward_bytes = 2 * op.bytes;
    out.add(op);
    // Scale-mask-softmax reads and writes the scores, dropout reads, writes and keeps a byte mask
    // (Korthikanti 2022, table 2).
    out.add(elementwise("softmax", (4 * e + 1) * scores, (5 * e + 1) * scores));
}

void add_ffn(LayerOperators& out, const TransformerShape& shape, const LayerSlice& slice, double width,
             const char* up, const char* down) {
    const double first = (shape.gated_ffn ? 2 : 1) * width / slice.tp;
    out.add(gemm(up, slice.tokens, first, shape.hidden, slice.element_bytes));
    const double activation =
        slice.element_bytes * slice.tokens * (first + width / slice.tp) * slice.elementwise;
    out.add(elementwise("activation", activation, 1.7 * activation));
    out.add(gemm(down, slice.tokens, shape.hidden, width / slice.tp, slice.element_bytes));
}

} // namespace

int moe_layer_count(const TransformerShape& shape) {
    if (shape.moe.experts <= 0) return 0;
    return std::max(0, shape.layers - shape.moe.leading_dense_layers) / std::max(1, shape.moe.interval);
}

LayerOperators layer_operators(const TransformerShape& shape, const LayerSlice& slice, bool moe_layer) {
    LayerOperators out;
    const double h = shape.hidden, d = head_width(shape), t = slice.tp, tokens = slice.tokens,
                 e = slice.element_bytes;
    const double query = shape.heads * d / t;
    const double kv = std::max(1.0, shape.kv_heads / t) * d;
    const double replicated =
        tokens / (slice.sequence_parallel ? t : 1); // tokens that norms and residuals see

    // Two norms (read, write), two residual adds (read, read, write), QKV layout and rotary embedding (read,
    // write).
    const double around = slice.elementwise * e * (10 * h * replicated + 2 * (query + 2 * kv) * tokens);
    out.add(elementwise("norm and residual", around, 1.7 * around));
    out.add(gemm("qkv", tokens, query + 2 * kv, h, e));
    add_attention(out, shape, slice);
    out.add(gemm("attention out", tokens, h, query, e));

    if (!moe_layer) {
        add_ffn(out, shape, slice, shape.ffn, "ffn up", "ffn down");
        return out;
    }
    const MoeSpec& moe = shape.moe;
    const double routed = tokens * moe.top_k; // token copies that this rank's experts see when balanced
    const double local = std::max(1.0, moe.experts / slice.ep);
    const double gate = shape.gated_ffn ? 2 : 1;
    out.add(gemm("router", replicated, moe.experts, h, e));
    const double permute = slice.elementwise * e * 4 * routed * h / t;
    out.add(elementwise("permute", permute, permute));
    out.add(gemm("experts up", routed, gate * moe.expert_ffn / t, h, e, local));
    const double activation = slice.elementwise * e * routed * (gate + 1) * moe.expert_ffn / t;
    out.add(elementwise("activation", activation, 1.7 * activation));
    out.add(gemm("experts down", routed, h, moe.expert_ffn / t, e, local));
    if (moe.shared_experts > 0)
        add_ffn(out, shape, slice, moe.shared_experts * moe.expert_ffn, "shared up", "shared down");
    return out;
}

LayerOperators head_operators(const TransformerShape& shape, const LayerSlice& slice) {
    LayerOperators out;
    out.add(gemm("logits", slice.tokens, shape.vocab / slice.tp, shape.hidden, slice.element_bytes));
    // The loss keeps fp32 logits: cast, max, exponent and sum forward, gradient backward.
    const double logits = slice.tokens * shape.vocab / slice.tp;
    out.add(elementwise("loss", 12 * logits, 8 * logits));
    return out;
}

LayerParameters layer_parameters(const TransformerShape& shape) {
    LayerParameters out;
    const double h = shape.hidden, d = head_width(shape), gate = shape.gated_ffn ? 3 : 2;
    const double attention = h * d * (2.0 * shape.heads + 2.0 * shape.kv_heads) + 2 * h;
    out.dense_layer = attention + gate * h * shape.ffn;
    if (shape.moe.experts > 0) {
        out.moe_layer =
            attention + h * shape.moe.experts + gate * h * shape.moe.expert_ffn * shape.moe.shared_experts;
        out.experts = gate * h * shape.moe.expert_ffn * shape.moe.experts;
    }
    out.embedding = shape.vocab * h;
    return out;
}

ModelFlops model_flops(const TransformerShape& shape, double sequence) {
    const LayerParameters p = layer_parameters(shape);
    const int moe_layers = moe_layer_count(shape);
    const double active_experts = shape.moe.experts > 0 ? p.experts * shape.moe.top_k / shape.moe.experts : 0;
    // The embedding look-up multiplies nothing; the logits do.
    const double active = (shape.layers - moe_layers) * p.dense_layer +
                          moe_layers * (p.moe_layer + active_experts) + p.embedding;
    const double attention = 12.0 * shape.layers * shape.heads * head_width(shape) * sequence;
    ModelFlops out;
    out.palm = sequence * (6 * active + attention);
    out.palm_causal = sequence * (6 * active + attention / 2);
    return out;
}

} // namespace roofrack
