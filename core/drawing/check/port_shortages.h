// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <algorithm>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;
class PortTable;

/// A drawn switch or server whose links take more ports than it has.
struct PortShortage {
    int element = 0;           ///< index into Cluster::elements
    int link = -1;             ///< with more cables than the server has NICs; −1: it is a switch
    double needs = 0, has = 0; ///< ports, NICs

    double share() const { return needs / std::max(1.0, has); } ///< above 1
};

/// All of them, waived or not, switches first, then servers in the order of their links. What the rule
/// “ports-exceeded” says, and what decides whether a drawing with other numbers of racks can be cabled.
std::vector<PortShortage> port_shortages(const Cluster& cluster, const PortTable& ports);
/// Those that no waiver of the drawing covers. A drawing whose containment is broken has none that is known.
std::vector<PortShortage> open_port_shortages(const Cluster& cluster, const Catalog& catalog);

/// "Leaf needs 152 ports and has 144", "DGX H100 has 8 NICs and needs 9". `title`: name of the element.
std::string shortage_text(const PortShortage& shortage, const std::string& title);

} // namespace roofrack
