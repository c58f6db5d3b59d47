// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/facility.h"

namespace roofrack {

std::string_view name_of(Clip clip) {
    switch (clip) {
    case Clip::none: break;
    case Clip::power_cap: return "power_cap";
    case Clip::thermal: return "thermal";
    case Clip::inlet: return "inlet";
    case Clip::feed: return "feed";
    case Clip::cooling: return "cooling";
    case Clip::plant: return "plant";
    case Clip::site: return "site";
    }
    return "none";
}

std::string_view label_of(Clip clip) {
    switch (clip) {
    case Clip::power_cap: return "GPU power cap";
    case Clip::thermal: return "chip temperature";
    case Clip::inlet: return "server inlet";
    case Clip::feed: return "feeds";
    case Clip::cooling: return "cooling";
    case Clip::plant: return "cooling plant";
    case Clip::site: return "site supply";
    case Clip::none: break;
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
