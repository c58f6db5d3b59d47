// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/run_config.h"

namespace roofrack {

/// First release of NeMo 2, as a year: its adapters and its optimizer are others than NeMo 1's.
inline constexpr double second_nemo_since = 2024.6;

/// The catalogue's model that a published name means: equal, or the longest catalogue name that the published
/// one begins with, in any case and punctuation and without what stands in brackets; nullptr when there is
/// none.
const ModelSpec* published_model(const Catalog& catalog, std::string_view name);

/// The accelerator that a published name means: by id or alias, else the longest id within it ("AMD Instinct
/// MI300X 192GB").
const Part* published_accelerator(const Catalog& catalog, std::string_view name);

/// The shape of the row's model. Cells come first; what a name stands for (routing, latent attention, and
/// what is left empty) comes from the catalogue when layers and hidden agree. Also sequence and batch where
/// the cell is empty. Fails with the reason for skipping.
Result<void> read_model(const RunRow& row, const Catalog& catalog, RunConfig& run);

/// Sequences a step that the printed rate and step time mean together; 0 when one of them is not printed.
double batch_of_rates(const RunRow& row, double sequence);

/// Chooses tensor, pipeline, context and expert degrees, and the batch, of a row that prints none: the
/// fastest a token of those that fit, the rest as `choose_missing_settings` does. Names them in `assumed`.
void choose_missing_parallelism(RunConfig& run);

} // namespace roofrack
