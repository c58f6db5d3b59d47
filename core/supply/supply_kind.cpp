// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/supply/supply_kind.h"

#include <algorithm>
#include <iterator>

namespace roofrack {

std::string_view name_of(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::feed: return "feed";
    case SupplyKind::shelf: return "shelf";
    case SupplyKind::pdu: return "pdu";
    case SupplyKind::busway: return "busway";
    case SupplyKind::switchgear: return "switchgear";
    case SupplyKind::ups: return "ups";
    case SupplyKind::generator: return "generator";
    case SupplyKind::transformer: return "transformer";
    case SupplyKind::utility: break;
    }
    return "utility";
}

SupplyKind supply_kind_named(std::string_view name) {
    const auto found =
        std::ranges::find_if(supply_kinds, [name](SupplyKind kind) { return name_of(kind) == name; });
    return found == std::end(supply_kinds) ? SupplyKind::feed : *found;
}

int height_of(SupplyKind kind) {
    switch (kind) {
    case SupplyKind::shelf: return 0;
    case SupplyKind::feed: return 1;
    case SupplyKind::pdu:
    case SupplyKind::busway: return 2;
    case SupplyKind::switchgear:
    case SupplyKind::ups: return 3;
    case SupplyKind::generator:
    case SupplyKind::transformer: return 4;
    case SupplyKind::utility: break;
    }
    return 5;
}

} // namespace roofrack
