// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/network_variant.h"

namespace roofrack {

std::string_view name_of(NetworkVariant variant) {
    switch (variant) {
    case NetworkVariant::tuned: return "tuned";
    case NetworkVariant::sharp: return "sharp";
    case NetworkVariant::software_matching: return "software-matching";
    case NetworkVariant::tcp: break;
    }
    return "tcp";
}

NetworkVariant network_variant(std::string_view description) {
    const auto says = [&](std::string_view part) { return description.find(part) != std::string_view::npos; };
    // Without the libfabric plugin NCCL falls back to sockets, whatever else the environment sets.
    if (says("TCP") || description == "tcp" || says("no NCCL env") || says("no suffix") || says("cross NIC"))
        return NetworkVariant::tcp;
    if (says("match software") || says("alt_read") || description == "software-matching")
        return NetworkVariant::software_matching;
    if (says("sharp") || says("SHARP")) return NetworkVariant::sharp;
    return NetworkVariant::tuned;
}

} // namespace roofrack
