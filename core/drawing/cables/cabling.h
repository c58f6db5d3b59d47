// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/floor_plan.h"

#include <map>
#include <optional>

namespace roofrack {

/// The cables of one drawn link. Counts are exact; lengths are those of the floor plan.
struct LinkCabling {
    int link = 0;     ///< index into Cluster::links
    double count = 0; ///< cables in the whole drawing, both ends in it
    std::optional<ByteRate> rate;
    std::optional<ByteRate> split; ///< the switch's faster port that several of these cables share
    bool between_sites = false;    ///< no lengths: sites stand nowhere on the floor plan
    double shortest = 0, median = 0, longest = 0; ///< m, as run, slack included
    std::map<double, double> sold;                ///< length bought, m → cables
};

/// The next length that is sold: 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100 … m.
double sold_length(double metres);

/// Network links between servers, switches and storage, in drawn order; power and heat have none. Links whose
/// ends are not drawn are left out. Where one link joins more than 400,000 pairs, evenly spread ones are
/// measured.
std::vector<LinkCabling> cabling(const Cluster& cluster, const Containment& containment,
                                 const Catalog& catalog);

/// Cabling of one link, drawn or not; LinkCabling::link is 0.
std::optional<LinkCabling> cabling(const Cluster& cluster, const Containment& containment,
                                   const Catalog& catalog, const Link& link);

/// The part that carries `rate` over so many metres: of the slowest that do, passive copper where it reaches,
/// then active copper, then optics with fibre, then a cable with optical ends, and the shortest reach of
/// these. nullptr when the catalogue has none.
const Part* cable_for(const Catalog& catalog, ByteRate rate, double metres);

} // namespace roofrack
