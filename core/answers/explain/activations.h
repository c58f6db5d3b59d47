// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/inputs.h"
#include "core/step/cost/memory_model.h"

namespace roofrack {

/// Bytes of one micro-batch's activations on one GPU as explained numbers (activation_pieces in
/// core/step/cost/memory_model.cpp): tensor by tensor, Korthikanti 2022.
class Activations {
public:
    explicit Activations(const Inputs& inputs);

    const ActivationPieces& values() const { return m_values; }
    ExplanationPtr kept(bool moe_layer) const;  ///< what is kept of a layer for the backward pass
    ExplanationPtr whole(bool moe_layer) const; ///< the same without recomputation
    ExplanationPtr boundary() const;            ///< a layer's input
    ExplanationPtr gradients() const;           ///< gradients of one layer's widest tensors
    ExplanationPtr logits() const;
    ExplanationPtr communication() const;
    Term stack(const char* key, double value, const char* unit = "") const;

private:
    /// Bytes a token that one layer keeps: of what every TP rank repeats without sequence parallelism, and of
    /// what TP cuts.
    struct Token {
        Term whole = 0.0, cut = 0.0;
    };
    ExplanationPtr mixed(bool moe_layer, const char* key, double value) const;
    Token without_recompute(bool moe_layer, bool scores) const;
    Token of_moe() const;
    Token products(bool moe_layer) const;
    Term bytes(const Token& token) const;
    Term input_bytes(bool narrow) const;
    Term ffn_width(bool moe_layer) const;
    Term spread() const;
    Term width(const char* which) const;

    const Inputs& m_in;
    const TransformerShape& m_shape;
    const Plan& m_plan;
    MemoryContext m_context;
    ActivationPieces m_values;
    bool m_is_mixed = false; ///< its layers are of several kinds
    ExplanationPtr m_hidden, m_tp, m_tokens, m_element;
};

} // namespace roofrack
