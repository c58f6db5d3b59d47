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

/// Rows of use = core: those that bands and figures are of.
bool is_core(const CollectiveRow& row);

/// Transports that these core rows measured; rows that `held_out` names do not count.
std::array<std::vector<std::string>, size_band_count>
measured_transports(std::span<const CollectiveRow> rows,
                    const std::function<bool(const CollectiveRow&)>& held_out = {});

/// Bands from held-out predictions. A distance that fewer than two fabrics have takes the width of all rows
/// of the size; the far one is never narrower than the near.
CollectiveBands derive_bands(std::span<const HeldOutSweep> rows);

} // namespace roofrack
