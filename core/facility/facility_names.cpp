// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility.h"

namespace roofrack {

std::string_view name_of(ThrottleCause throttle_cause) {
    switch (throttle_cause) {
    case ThrottleCause::none: break;
    case ThrottleCause::power_cap: return "power_cap";
    case ThrottleCause::thermal: return "thermal";
    case ThrottleCause::inlet: return "inlet";
    case ThrottleCause::feed: return "feed";
    case ThrottleCause::cooling: return "cooling";
    case ThrottleCause::plant: return "plant";
    case ThrottleCause::site: return "site";
    }
    return "none";
}

std::string_view label_of(ThrottleCause throttle_cause) {
    switch (throttle_cause) {
    case ThrottleCause::power_cap: return "GPU power cap";
    case ThrottleCause::thermal: return "chip temperature";
    case ThrottleCause::inlet: return "server inlet";
    case ThrottleCause::feed: return "feeds";
    case ThrottleCause::cooling: return "cooling";
    case ThrottleCause::plant: return "cooling plant";
    case ThrottleCause::site: return "site supply";
    case ThrottleCause::none: break;
    }
    return "clock";
}

std::string_view name_of(ItUse use) {
    switch (use) {
    case ItUse::gpus: return "gpus";
    case ItUse::servers: return "servers";
    case ItUse::fans: return "fans";
    case ItUse::supplies: return "supplies";
    case ItUse::network: return "network";
    case ItUse::storage: break;
    }
    return "storage";
}

} // namespace roofrack
