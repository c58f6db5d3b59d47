// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <optional>

namespace roofrack {

/// Parameters by the weights themselves: `metadata` of a model.safetensors.index.json, which stands beside a
/// config.json. Its `total_parameters` where it has one, else its `total_size` ÷ `element_bytes`; 0
/// where there is a size alone and `element_bytes` is 0, not known. Fails where the file is no such index or
/// has no size.
Result<double> indexed_parameters(const NamedText& index, double element_bytes);

/// True where the text is such an index, by the map of tensors that each has.
bool is_weight_index(const NamedText& file);

/// The index in the folder of a config.json; nothing where there is none. Fails where it cannot be read.
Result<std::optional<NamedText>> weight_index_beside(const std::filesystem::path& config);

/// What the index and the count of the keys differ in, as a sentence; empty within 1 %, which biases may come
/// to.
std::string index_mismatch_text(double indexed, double counted);

} // namespace roofrack
