// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/score.h"
#include "validation/sweeps/collective_fit.h"

#include <array>
#include <vector>

namespace roofrack {

/// A prediction of a sweep by constants that were fitted without its source (or fabric).
struct HeldOutSweep {
    const CollectiveRow* row = nullptr;
    double predicted = 0; ///< s
    bool far = false;     ///< no other source measured its transport at sizes of its band
};

/// How wide the band around a collective's predicted time is: the 80 % of left-out sweeps, each fabric
/// weighing the same, that are nearest to what was predicted; by size, and wider where no sweep of the same
/// transport (a GPU's architecture inside a domain, a class of network over several) informed the constants.
struct CollectiveBands {
    /// Half-widths as factors, [SizeBand]: of transports that were measured, and of others.
    std::array<double, size_band_count> near{1, 1, 1}, far{1, 1, 1};
    /// Transports that sweeps measured at sizes of a band, sorted.
    std::array<std::vector<std::string>, size_band_count> measured;
    static constexpr double nominal = 0.8;

    bool is_far(std::string_view transport, SizeBand band) const;
    double factor(SizeBand band, bool is_far) const;

    /// "bands" of resources/cost/collectives.json.
    static const CollectiveBands& built_in();
    static Result<CollectiveBands> parse(std::string_view json, std::string_view where);
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
