// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"

#include <string>

namespace roofrack {

class Catalog;

/// "36 layers of width 1280, 20 heads, 0.774 billion parameters".
std::string shape_text(const TransformerShape& shape);

/// Whether the logits share the embedding's weights: as the trained elements of one replica say; where they
/// are not known (0), they do not.
void settle_embeddings(TransformerShape& shape, double trained);

/// The catalogue's model with these layers, width, heads and feed-forward, and a like vocabulary; null where
/// it has none.
const ModelSpec* model_of_shape(const TransformerShape& shape, const Catalog& catalog);

} // namespace roofrack
