// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

/// Switches and storage that stand in no rack and are fed by the same units, or are cooled by the same ones:
/// by the units' capacity, so that a lost unit leaves its part to the others.
struct UnrackedLoad {
    struct Carrier {
        int unit = 0;     ///< index in SupplyChain::units, or in FacilityInputs::air_coolers
        double offer = 0; ///< W that all instances of it may take
    };
    std::vector<std::string> ids; ///< ids of the elements
    double share = 0;             ///< share of FacilityInputs::elsewhere
    std::vector<Carrier> carriers;

    double offered() const {
        double sum = 0;
        for (const Carrier& each : carriers) sum += each.offer;
        return sum;
    }
};

} // namespace roofrack
