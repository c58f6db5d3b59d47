// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/drawing/containment.h"

namespace roofrack {

class Catalog;

/// Where every instance of a drawing stands on the floor, so that cables get lengths (Defaults::Hall,
/// metres). Drawn gaps are kept: racks drawn 136 units apart stand side by side, rows drawn 264 units apart
/// at the pitch of rows. What stands for many takes the room of many, in rows of `racks_a_row`, and pushes
/// what is drawn to its right and below away. Switches, servers and storage outside racks fill racks of their
/// own. Nothing is expanded.
class FloorPlan {
public:
    FloorPlan(const Cluster& cluster, const Containment& containment, const Catalog& catalog);

    struct Place {
        double x = 0, y = 0;
        int rack = -1;         ///< element that is the rack, or that fills racks of its own
        double rack_index = 0; ///< which of its racks
        double level = 0;      ///< place among the equal ones in a rack of their own, 0 the lowest
    };
    /// The place of instance `index` of an element, counted inside one instance of `container` (−1: the whole
    /// drawing).
    Place place(int element, double index, int container) const;

    /// Length of a cable between two places, with slack.
    double run(const Place& a, const Place& b) const;

private:
    struct Tile {
        double x = 0, y = 0;          ///< x of the first instance in the container
        double width = 0, height = 0; ///< from one instance to the next
        int columns = 1;
        int a_place = 1; ///< instances that share one tile: switches in a rack
        bool stands = false;
    };
    struct Block {
        double width = 0, height = 0;
    };
    Block lay_out(int container);
    Block tile(int element);

    const Cluster& m_cluster;
    const Containment& m_containment;
    const Catalog& m_catalog;
    const Defaults::Hall& m_hall;
    std::vector<Tile> m_tiles;
    std::vector<std::vector<int>> m_children; ///< by container + 1
};

} // namespace roofrack
