// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/floor_space.h"
#include "core/step/engine/prepared.h"
#include "core/study/room_limit.h"

namespace roofrack {

/// What a cluster asks of one limit of a room, and what there is, in unit_of() the limit.
struct RoomUse {
    RoomLimit limit = RoomLimit::grid;
    double need = 0, have = 0;
    bool is_left = false; ///< both without what is there already and stays
    double share() const { return need / have; }
};

/// What an existing room bears of any cluster in the place of the drawn one: places, m² and kg/m² as
/// Site::room gives them; of heat anything, since another cluster comes with coolers of its own. Where a site
/// says nothing about a room, all is built with the cluster, and nothing limits.
class RoomCapacity {
public:
    RoomCapacity(const Prepared& drawn, const Catalog& catalog);

    /// What the drawn cluster leaves to others beside it: of places and area the rest.
    static RoomCapacity left_by(const Prepared& drawn, const Catalog& catalog);

    /// What another cluster fills most, or one that the drawn one is a part of where that stays; of the
    /// floor's loading only what is too much; none: nothing is known to limit.
    std::optional<RoomUse> fullest(const Prepared& other) const;

private:
    void have(RoomLimit limit, std::optional<double> amount);

    const Catalog& m_catalog;
    std::vector<std::pair<RoomLimit, double>> m_have;
    std::optional<FloorSpace> m_taken; ///< by what stays; none: nothing does
};

/// "the fewest that can be drawn take 1,930 kg/m² of floor loading, of which the room has 1,000 kg/m²".
std::string too_much_text(const RoomUse& held);

} // namespace roofrack
