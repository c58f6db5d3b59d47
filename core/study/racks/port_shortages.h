// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// A drawn switch or server whose links take more ports than it has.
struct PortShortage {
    std::string id;   ///< element
    std::string text; ///< "Leaf needs 152 ports and has 144"
    double share = 1; ///< ports that are needed ÷ those that there are; above 1
};

/// All of them, as the rule “ports-exceeded” of check_drawing() finds them, but for those that the drawing
/// waives. A drawing whose containment is broken has none that is known.
std::vector<PortShortage> port_shortages(const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
