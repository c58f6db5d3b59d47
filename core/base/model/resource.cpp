// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/resource.h"

namespace roofrack {

std::string_view name_of(ResourceKind kind) {
    switch (kind) {
    case ResourceKind::flops: break;
    case ResourceKind::hbm: return "hbm";
    case ResourceKind::scale_up: return "scale_up";
    case ResourceKind::fabric: return "fabric";
    case ResourceKind::host: return "host";
    case ResourceKind::input: return "input";
    case ResourceKind::storage: return "storage";
    case ResourceKind::straggler: return "straggler";
    case ResourceKind::slow_group: return "slow_group";
    case ResourceKind::failures: return "failures";
    case ResourceKind::power_cap: return "power_cap";
    case ResourceKind::temperature: return "temperature";
    case ResourceKind::feed: return "feed";
    case ResourceKind::cooling: return "cooling";
    case ResourceKind::plant: return "plant";
    case ResourceKind::site: return "site";
    }
    return "flops";
}

} // namespace roofrack
