// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/supply_growth.h"

namespace roofrack {

std::string_view name_of(SupplyGrowth growth) {
    switch (growth) {
    case SupplyGrowth::plant: return "plant";
    case SupplyGrowth::none: return "none";
    case SupplyGrowth::all: break;
    }
    return "all";
}

} // namespace roofrack
