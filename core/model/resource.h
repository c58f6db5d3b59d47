// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// What a step can wait for. From power_cap on: limits of power and heat, in the order of facility's Clip.
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

/// How far a resource is turned to see what it holds back: a tenth more of it, or twice as much. What harms
/// is divided by as much; temperatures fall by 2 K and by 10 K.
enum class Relief { tenth, twice };
inline constexpr Relief all_reliefs[] = {Relief::tenth, Relief::twice};
constexpr double factor_of(Relief relief) { return relief == Relief::tenth ? 1.1 : 2; }
constexpr double kelvin_of(Relief relief) { return relief == Relief::tenth ? 2 : 10; }

} // namespace roofrack
