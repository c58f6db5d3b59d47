// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/direct_links.h"

#include <algorithm>

namespace roofrack {

double link_share(const Fabric& fabric, double members) {
    const double domain = fabric.scale_up_domain;
    if (members <= 1 || domain <= 1) return 1;
    if (fabric.mesh)
        return fabric.defaults->collectives.mesh_share * std::min(1.0, (members - 1) / (domain - 1));
    constexpr double open = 0.5;
    return fabric.torus_axes > 0 ? open : 1;
}

} // namespace roofrack
