// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collective_bands.h"
#include "validation/score.h"
#include "validation/sweeps/collective_fit.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace roofrack {

/// A prediction of a sweep by constants that were fitted without its source (or fabric).
struct HeldOutSweep {
    const CollectiveRow* row = nullptr;
    double predicted = 0; ///< s
    bool far = false;     ///< no other source measured its transport at sizes of its band
};

/// True of rows whose use is core or empty: bands and figures are of these.
bool is_core(const CollectiveRow& row);

/// Transports that these core rows measured; rows that `held_out` names do not count.
std::array<std::vector<std::string>, size_band_count>
measured_transports(std::span<const CollectiveRow> rows,
                    const std::function<bool(const CollectiveRow&)>& held_out = {});

/// Near and far widths per size band: the factor within which 80 % of predictions lie, each fabric weighing
/// the same. Near or far rows of fewer than two fabrics take the width of all rows of that band; the far
/// width is never below the near one.
CollectiveBands derive_bands(std::span<const HeldOutSweep> rows);

} // namespace roofrack
