// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/measured/interchange/config_reader.h"
#include "core/measured/interchange/huggingface_family.h"

namespace roofrack {

/// What the layers of a config.json hold, into `shape`, whose layers, widths and heads are read: latent,
/// indexed and windowed attention, recurrent mixers, experts, and layers that lack one of them. What the
/// shape cannot express fails with the key that says it.
void read_layers(ConfigReader& in, const HuggingFaceFamily& family, TransformerShape& shape);

/// Layers as the file counts them, also where only a pattern or a list of blocks tells; 0: no key says it.
int layers_listed(const ConfigReader& in);

/// Feed-forward width where each block has its own, in the mean (Nemotron NAS); 0: there are no such blocks.
double mean_ffn_of_blocks(ConfigReader& in, double hidden);

} // namespace roofrack
