// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// The resources that a step can wait for. From power_cap on: limits of power and heat, in the order of
/// facility's ThrottleCause.
enum class ResourceKind {
    flops,
    hbm,
    scale_up,
    fabric,
    host,
    input,
    storage,
    straggler,
    slow_group,
    failures,
    power_cap,
    temperature,
    feed,
    cooling,
    plant,
    site
};
std::string_view name_of(ResourceKind kind); ///< "flops", "hbm", "scale_up" …

/// One resource of the cluster.
struct Resource {
    ResourceKind kind = ResourceKind::flops;
    int level = 0; ///< which one of the fabric, from the innermost; 0 for the others
    bool operator==(const Resource&) const = default;
};

/// How far a resource is scaled to see what it holds back: up by a tenth or to twice as much, and down by as
/// much. What harms is divided by as much; temperatures fall, or rise, by 2 K and by 10 K.
enum class ResourceScale { tenth, twice, tenth_less, half };
inline constexpr ResourceScale increases[] = {ResourceScale::tenth, ResourceScale::twice};
constexpr double factor_of(ResourceScale scale) {
    switch (scale) {
    case ResourceScale::tenth: return 1.1;
    case ResourceScale::twice: return 2;
    case ResourceScale::tenth_less: return 1 / 1.1;
    case ResourceScale::half: return 0.5;
    }
    return 1;
}
/// The kelvins by which a temperature falls.
constexpr double kelvin_of(ResourceScale scale) {
    switch (scale) {
    case ResourceScale::tenth: return 2;
    case ResourceScale::twice: return 10;
    case ResourceScale::tenth_less: return -2;
    case ResourceScale::half: return -10;
    }
    return 0;
}

} // namespace roofrack
