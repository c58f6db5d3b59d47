// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/check/port_shortages.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace roofrack {

class Prepared;

/// What grows and shrinks with the racks of a drawing beside them.
class RackSupply {
public:
    /// `cluster`: as drawn. The catalogue outlives it.
    RackSupply(const Cluster& cluster, const Prepared& prepared, const Catalog& catalog);

    /// Feeds and coolers that are bought, and where it is asked switches, in proportion to the racks in the
    /// same container; where it holds none, to all racks. Those that are there in part follow, too, down to
    /// what is there. What the storage takes of feeds and coolers stays, since the storage does. Switches of
    /// rails come in whole groups. What is cabled to each of some switches keeps its number of cables. Where
    /// ports would not suffice so, the number of those switches is another one that the cables divide, if
    /// there is one whose ports do: three cables of a leaf to each of 51 spines become two to each of 72.
    /// `scenario`: the drawing with other numbers of racks. Where there are more storage switches
    /// than a server has cables to them, they all lead to one. Whatever was to be bought for racks is left
    /// out when no such rack is left.
    Scenario followed(Scenario scenario, bool with_switches) const;
    /// Why a drawing that followed() cannot be cabled: "Leaf needs 152 ports and has 144"; empty: it can, or
    /// lacks no more ports than the drawn one does at the same place.
    std::string lacking_ports(const Cluster& cluster) const;

    /// Racks in one instance of each container, by its id; all of them under the empty name.
    using RackCounts = std::map<std::string, double, std::less<>>;

private:
    Cluster without_idle_supply(const Cluster& cluster) const;
    void fit_ports(Cluster& cluster, const Cluster& drawn) const;
    std::vector<PortShortage> new_shortages(const Cluster& cluster) const;

    const Catalog* m_catalog;
    RackCounts m_racks;                                 ///< as drawn
    bool m_adds_racks;                                  ///< as drawn
    std::set<std::string, std::less<>> m_linked;        ///< what has links as drawn
    std::map<std::string, double, std::less<>> m_short; ///< PortShortage::share() by element, as drawn
    /// Instances of a feed or a cooler that carry the storage outside the racks, all in all.
    std::map<std::string, double, std::less<>> m_for_storage;
};

} // namespace roofrack
