// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/supply/supply_kind.h"

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

} // namespace roofrack
