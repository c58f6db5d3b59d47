// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/site_terms.h"

namespace roofrack {

std::string_view name_of(Deployment deployment) {
    switch (deployment) {
    case Deployment::colocation: return "colocation";
    case Deployment::own_hall: return "own-hall";
    case Deployment::hyperscale_build: return "hyperscale-build";
    case Deployment::reserved_cloud: return "reserved-cloud";
    case Deployment::on_demand_cloud: break;
    }
    return "on-demand-cloud";
}

} // namespace roofrack
