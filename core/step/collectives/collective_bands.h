// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Sizes that are judged apart: below 64 KiB, up to 16 MiB, from 16 MiB on.
enum class SizeBand { small, middle, large };
constexpr int size_band_count = 3;
SizeBand size_band(double bytes);
std::string_view name_of(SizeBand band); ///< "below 64 KiB" …

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

} // namespace roofrack
