// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/activations.h"

#include "core/step/engine/plan_memory.h"

#include <algorithm>
#include <string_view>

namespace roofrack {

Activations::Activations(const Inputs& in)
    : m_in(in)
    , m_shape(in.shape())
    , m_plan(in.plan())
    , m_context(memory_context(in.impl(), in.plan(), in.batch_value()))
    , m_values(activation_pieces(m_context, in.plan()))
    , m_is_mixed(!(layer_mix(in.shape()) == LayerMix{}) || in.shape().full.layers > 0 ||
                 in.shape().gated_attention || in.shape().moe.latent > 0)
    , m_hidden(in.model("hidden", "hidden width", in.shape().hidden))
    , m_tp(in.plan("tp", in.plan().tp))
    , m_tokens(in.tokens())
    , m_element(in.element_bytes()) {}

Term Activations::stack(const char* key, double value, const char* unit) const {
    return leaf(key, value, unit, {Origin::Kind::stack, std::string(m_context.stack->family), key},
                "source code of the software family", "confirmed");
}

Term Activations::spread() const {
    return m_plan.sequence_parallel && m_plan.tp > 1 ? Term(m_tp) : Term(1.0);
}

Term Activations::width(const char* which) const {
    const AttentionWidths widths = attention_widths(m_shape, m_plan.tp);
    const std::string_view of = which;
    const double value = of == "query" ? widths.query
                         : of == "key" ? widths.key
                         : of == "value"
                             ? widths.value
                             : m_shape.heads / static_cast<double>(m_plan.tp) * value_width(m_shape);
    return m_in.model(std::string("attention/") + which, std::string(which) + " width", value);
}

/// Bytes of a linear layer's stored input. `narrow`: the plan's own width counts.
Term Activations::input_bytes(bool narrow) const {
    if (narrow && m_plan.activation_bits > 0)
        return Term(m_in.plan("activation_bits", m_plan.activation_bits)) / 8.0;
    return m_plan.precision >= Precision::fp8 && m_context.stack->fp8_inputs ? Term(1.0) : Term(m_element);
}

/// Feed-forward width that a token passes.
Term Activations::ffn_width(bool moe_layer) const {
    if (!moe_layer) return m_in.model("ffn", "feed-forward width", m_shape.ffn);
    const Term experts = Term(m_in.model("moe/top_k", "experts a token", m_shape.moe.top_k)) +
                         m_in.model("moe/shared_experts", "shared experts", m_shape.moe.shared_experts);
    return Term(m_in.model("moe/expert_ffn", "width of an expert", m_shape.moe.expert_ffn)) * experts;
}

Activations::Token Activations::without_recompute(bool moe_layer, bool scores) const {
    const Term h = m_hidden, t = m_tp, e = m_element;
    const bool fp8 = m_plan.precision >= Precision::fp8 && m_context.stack->fp8_inputs;
    const Term in = input_bytes(true);
    const LoraSpec& lora = m_shape.lora;
    const bool frozen = lora.rank > 0;
    // A frozen product needs its input only where an adapter reads it too, with a byte of dropout mask.
    const auto input = [&](bool adapted) {
        return !frozen ? in : adapted ? e + (lora.dropout ? 1.0 : 0.0) : Term(0.0);
    };
    Token out;
    out.whole = 2.0 * e * h + (input(lora.attention) + input(lora.ffn)) * h;
    if (m_plan.dropout && m_context.stack->dropout && !m_shape.gated_ffn) out.whole = out.whole + 2.0 * h;
    if (m_shape.mla.kv_rank > 0 || m_shape.mla.q_rank > 0)
        out.whole =
            out.whole + (e + in) * (Term(m_in.model("mla/q_rank", "query latent", m_shape.mla.q_rank)) +
                                    m_in.model("mla/kv_rank", "key-value latent", m_shape.mla.kv_rank));
    out.cut = e * (width("query") + width("key") + width("value") + width("output"));
    if (in.value() < m_element->value)
        out.cut = out.cut + in * width("output"); // attention keeps its own in full width
    if (scores)
        out.cut = out.cut + (m_plan.dropout ? 2.0 * e + 1.0 : e) *
                                m_in.model("heads", "attention heads", m_shape.heads) / t * m_in.sequence();
    const Term gate = (m_shape.gated_ffn ? 2.0 : 1.0) * (frozen && fp8 ? Term(1.0) : e);
    out.cut = out.cut + (gate + input(lora.ffn)) * ffn_width(moe_layer) / t;
    if (moe_layer)
        out.cut = out.cut +
                  Term(m_in.model("moe/top_k", "experts a token", m_shape.moe.top_k)) * h * input(false) / t;
    return out;
}

Activations::Token Activations::of_moe() const {
    const Term h = m_hidden, t = m_tp, e = m_element;
    Token out;
    out.whole = 2.0 * e * h;
    if (m_shape.mla.kv_rank > 0 || m_shape.mla.q_rank > 0)
        out.whole = out.whole + e * (Term(m_in.model("mla/q_rank", "query latent", m_shape.mla.q_rank)) +
                                     m_in.model("mla/kv_rank", "key-value latent", m_shape.mla.kv_rank));
    out.cut = e * width("output");
    if (m_shape.mla.kv_rank <= 0) out.cut = out.cut + e * (width("query") + width("key") + width("value"));
    out.cut = out.cut + (m_shape.gated_ffn ? 2.0 : 1.0) * e * ffn_width(true) / t;
    out.cut = out.cut + Term(m_in.model("moe/top_k", "experts a token", m_shape.moe.top_k)) * h *
                            input_bytes(false) / t;
    return out;
}

Activations::Token Activations::products(bool moe_layer) const {
    const Term h = m_hidden, t = m_tp, e = m_element;
    Token out;
    out.whole = 2.0 * e * h;
    out.cut = e * (width("query") + width("value") + width("output") + ffn_width(moe_layer) / t) +
              4.0 * Term(m_in.model("heads", "attention heads", m_shape.heads)) / t;
    return out;
}

Term Activations::bytes(const Token& token) const {
    return Term(m_tokens) * (token.whole / spread() + token.cut);
}

ExplanationPtr Activations::boundary() const {
    return recorded("a layer's input", m_values.boundary, "B",
                    Term(m_tokens) * m_element * m_hidden / spread());
}

/// A layer of several kinds is kept in the mean of them.
ExplanationPtr Activations::mixed(bool moe_layer, const char* key, double value) const {
    return m_in.found("layer", moe_layer ? std::string(key) + "_moe" : std::string(key) + "_dense",
                      "activations of a layer in the mean of its kinds", value, "B");
}

ExplanationPtr Activations::whole(bool moe_layer) const {
    if (m_is_mixed) return mixed(moe_layer, "whole", moe_layer ? m_values.moe_whole : m_values.dense_whole);
    return recorded(moe_layer ? "activations of an MoE layer" : "activations of a layer",
                    moe_layer ? m_values.moe_whole : m_values.dense_whole, "B",
                    bytes(without_recompute(moe_layer, !m_context.flash_attention)),
                    "Korthikanti 2022, section 4.1, tensor by tensor");
}

ExplanationPtr Activations::kept(bool moe_layer) const {
    const double value = moe_layer ? m_values.moe : m_values.dense;
    const std::string name = moe_layer ? "kept of an MoE layer" : "kept of a layer";
    if (m_is_mixed && m_plan.recompute != Recompute::full) return mixed(moe_layer, "kept", value);
    if (m_plan.recompute == Recompute::none) return recorded(name, value, "B", whole(moe_layer));
    if (m_plan.recompute == Recompute::full) {
        if (m_plan.recompute_keeps <= 0) return recorded(name, value, "B", boundary());
        const Term beside = largest({0.0, Term(whole(moe_layer)) - boundary()});
        return recorded(name, value, "B",
                        boundary() + Term(m_in.plan("recompute_keeps", m_plan.recompute_keeps)) * beside);
    }
    const bool saves = m_context.stack->saves_products;
    const Token token = moe_layer && m_context.flash_attention && !saves ? of_moe()
                        : saves                                          ? products(moe_layer)
                                : without_recompute(moe_layer, false);
    const ExplanationPtr selective = calculated("with selective recompute", "B", bytes(token));
    return recorded(name, value, "B", smallest({whole(moe_layer), selective}));
}

ExplanationPtr Activations::gradients() const {
    const bool moe = m_shape.moe.experts > 0;
    Term ffn = m_in.model("ffn", "feed-forward width", m_shape.ffn);
    if (moe)
        ffn = largest({ffn, Term(m_in.model("moe/expert_ffn", "width of an expert", m_shape.moe.expert_ffn)) *
                                m_in.model("moe/top_k", "experts a token", m_shape.moe.top_k)});
    return recorded("gradients of a layer's widest tensors", m_values.gradients, "B",
                    Term(m_tokens) * m_element *
                        ((m_shape.gated_ffn ? 3.0 : 2.0) * ffn / m_tp + Term(m_hidden) / spread()));
}

ExplanationPtr Activations::logits() const {
    const Term each =
        m_element->value == 4 ? Term(8.0) : stack("loss_bytes", m_context.stack->loss_bytes, "B");
    return recorded("logits and loss", m_values.logits, "B",
                    Term(m_tokens) * m_in.model("vocab", "vocabulary", m_shape.vocab) / m_tp * each);
}

ExplanationPtr Activations::communication() const {
    std::vector<Term> terms;
    if (m_plan.pp > 1)
        terms.emplace_back(calculated("stage inputs and outputs", "B", 4.0 * Term(boundary())));
    if (m_plan.cp > 1)
        terms.emplace_back(calculated("key and value blocks", "B",
                                      2.0 * Term(m_tokens) * (width("key") + width("value")) * m_element));
    if (m_plan.dp * m_plan.cp > 1) terms.push_back(stack("bucket_bytes", m_context.stack->bucket_bytes, "B"));
    return recorded("comm buffers", m_values.communication, "B", sum_of(std::move(terms)));
}

} // namespace roofrack
