// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/known_shape.h"

#include "core/base/catalog/catalog.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::string shape_text(const TransformerShape& shape) {
    const std::string experts =
        shape.moe.experts > 0 ? fmt::format(", {} experts", shape.moe.experts) : std::string();
    return fmt::format("{} layers of width {:g}, {} heads{}, {:.3g} billion parameters", shape.layers,
                       shape.hidden, shape.heads, experts, parameter_count(shape) / 1e9);
}

void settle_embeddings(TransformerShape& shape, double trained) {
    if (trained <= 0) return;
    TransformerShape tied = shape, apart = shape;
    tied.tied_embeddings = true;
    apart.tied_embeddings = false;
    shape.tied_embeddings =
        std::abs(parameter_count(tied) - trained) < std::abs(parameter_count(apart) - trained);
}

const ModelSpec* model_of_shape(const TransformerShape& shape, const Catalog& catalog) {
    constexpr double padding = 0.02; // vocabularies are padded for the tensor groups
    for (const ModelSpec& model : catalog.models()) {
        if (!model.transformer) continue;
        const TransformerShape& known = *model.transformer;
        if (known.layers == shape.layers && known.hidden == shape.hidden && known.heads == shape.heads &&
            known.kv_heads == shape.kv_heads && known.ffn == shape.ffn &&
            known.moe.experts == shape.moe.experts && known.lora.rank == shape.lora.rank &&
            std::abs(known.vocab - shape.vocab) <= padding * known.vocab)
            return &model;
    }
    return nullptr;
}

} // namespace roofrack
