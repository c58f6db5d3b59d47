// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/direct_links.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// A cube of TPU v4 and later closes its axes from 4 chips on, a plane of v5e and v6e only as a whole pod
/// of 16.
constexpr double closed_cube = 4, closed_plane = 16;

} // namespace

double link_share(const Fabric& fabric, double members) {
    const double domain = fabric.scale_up_domain;
    if (members <= 1 || domain <= 1) return 1;
    if (fabric.mesh)
        return fabric.defaults->collectives.mesh_share * std::min(1.0, (members - 1) / (domain - 1));
    if (fabric.torus_axes <= 0) return 1;
    const double axes = fabric.torus_axes;
    const double spanned =
        std::clamp(std::ceil(axes * std::log(members) / std::log(domain) - 1e-9), 1.0, axes);
    const double length = std::pow(members, 1 / spanned);
    const bool closed = length >= (axes <= 2 ? closed_plane : closed_cube) - 1e-9;
    return spanned / axes * (closed ? 1 : 0.5);
}

double torus_time(double bytes, const GroupPath& path, double passes) {
    const double n = path.members, axes = path.torus_axes;
    const double hops = axes * (std::pow(n, 1 / axes) - 1);
    return passes * (bytes * (n - 1) / n / path.intra_bus + hops * path.defaults->topology.torus_hop.si());
}

} // namespace roofrack
