// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/run_config.h"

namespace roofrack {

/// Draws the cluster that the row of a run tells: servers, racks of a scale-up domain or slices of a torus,
/// and one non-blocking network beyond. What no cell prints is that which the generation ships with, and
/// named in `assumed`. Fails when the catalogue has no server of the accelerator.
Result<void> read_row_fabric(const RunRow& row, const Part& accelerator, const Catalog& catalog,
                             RunConfig& run);

} // namespace roofrack
