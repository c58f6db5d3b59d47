// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/racks/room_probe.h"

#include <stop_token>
#include <string>

namespace roofrack {

/// How many racks the network of a drawing takes.
struct CabledRacks {
    double racks = 0;
    std::string lacks =
        {}; ///< why not one step more: "Leaf needs 152 ports and has 144"; empty: there is none
};

/// The most racks up to `most`, the drawn ones among them, that can be cabled with the drawn switches, or
/// with more of them where they are bought. The rule is that of a comparison at equal size (RackDrawings),
/// which takes whole containers where a rack in each needs more ports than their switches have. As far as the
/// drawn ones they are drawn already. `room` is of `prepared`.
CabledRacks cabled_racks(const Prepared& prepared, const Catalog& catalog, const RoomSolver& room,
                         double most, const std::stop_token& stop = {});

} // namespace roofrack
