// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

/// Switches and storage that stand in no rack and are fed by the same units, or are cooled by the same ones.
/// The units share the load by their capacity; that of a lost unit moves to the others.
struct UnrackedLoad {
    struct Carrier {
        int unit = 0;        ///< index in SupplyChain::units, or in FacilityInputs::air_coolers
        double capacity = 0; ///< W of all its instances; where one is not known: their number
    };
    std::vector<std::string> ids; ///< ids of the elements
    double share = 0;             ///< share of FacilityInputs::unracked_power
    std::vector<Carrier> carriers;

    double capacity() const {
        double sum = 0;
        for (const Carrier& each : carriers) sum += each.capacity;
        return sum;
    }
};

} // namespace roofrack
