// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/racks/rack_supply.h"
#include "core/study/racks/room_probe.h"

#include <string>
#include <vector>

namespace roofrack {

/// What comes and goes with another number of racks. `finest`: a rack in each container (a pod, for example),
/// or whole containers where that adds fewer racks at a time; `containers`: always whole containers.
enum class RackSteps { finest, containers };

/// A drawing with other numbers of its racks, and whether such a one can be cabled.
class RackDrawings {
public:
    /// `cluster`: as drawn. `room` is of it and outlives this, as the catalogue does.
    RackDrawings(const Cluster& cluster, const Prepared& prepared, const Catalog& catalog,
                 const RoomSolver& room, RackSteps steps = RackSteps::finest);

    int step() const { return m_step; }   ///< racks that come together
    int drawn() const { return m_drawn; } ///< racks
    /// Its racks are there already.
    bool is_owned() const { return m_is_owned; }
    /// Whole containers come and go.
    bool takes_containers() const { return !m_container.empty(); }

    /// The drawing with so many, which are whole steps. Its plan leaves the data-parallel degree open;
    /// nothing else follows the racks yet.
    Scenario with_racks(int racks) const;

    struct Cabled {
        std::vector<Scenario> drawings; ///< those that can be cabled
        std::string lacks = {};         ///< why none can: "Leaf needs 152 ports and has 144"; empty: one can
    };
    /// A drawing of with_racks() with what follows its racks: with switches grown as the racks are, and with
    /// those drawn. Where neither has ports enough, with the network that the template it came from draws for
    /// so many racks.
    Cabled cabled(const Scenario& scenario) const;
    /// Why so many racks more than drawn, in whole steps, cannot be cabled to a network of the drawn tiers;
    /// empty: they can.
    std::string why_not_cabled(double more) const;

private:
    Cabled cabled_as_drawn(const Scenario& scenario) const;

    const RoomSolver& m_room;
    const Catalog* m_catalog;
    bool m_is_owned;
    std::string m_container; ///< whole ones of it come and go, with their racks; empty: racks do
    int m_step, m_drawn;
    RackSupply m_supply; ///< as drawn
};

} // namespace roofrack
