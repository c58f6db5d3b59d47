// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/containment.h"

namespace roofrack {

class Catalog;

/// What a drawing says about the hall, so that cables get lengths. All in metres, all [judgement] where no
/// source stands beside it; change them here.
namespace hall {

/// A rack is 600 mm wide (EIA-310 frames of 600 mm), and racks stand side by side. Racks drawn 136 units
/// apart (one frame and the gap that the automatic layout leaves) do.
inline constexpr double rack_pitch = 0.6, rack_units_across = 136;
/// From the front of one row to the front of the next: two rows in seven floor tiles of 0.61 m, cold and hot
/// aisle included (TIA-942's hot-aisle/cold-aisle example). Rows drawn 264 units apart (a 52 U rack with its
/// name) stand so.
inline constexpr double row_pitch = 2.1, row_units_down = 264;
/// Racks that stand in one row without a passage across.
inline constexpr int racks_a_row = 20;
/// Units of a rack that loose switches and servers fill.
inline constexpr double usable_units = 40;
/// From a device at the middle of a 48 U rack up to the tray above it; at each end of a cable.
inline constexpr double up_to_tray = 1.5;
/// Inside one rack: half its height, and the way to its side and back.
inline constexpr double in_rack = 1.5;
/// Added to each run: bends and a service loop.
inline constexpr double slack = 0.10;

} // namespace hall

/// Where every instance of a drawing stands on the floor. Drawn gaps are kept; what stands for many takes the
/// room of many, in rows of `hall::racks_a_row`, and pushes what is drawn to its right and below away.
/// Switches, servers and storage outside racks fill racks of their own. Nothing is expanded.
class FloorPlan {
public:
    FloorPlan(const Cluster& cluster, const Containment& containment, const Catalog& catalog);

    struct Place {
        double x = 0, y = 0;
        int rack = -1;         ///< element that is the rack, or that fills racks of its own
        double rack_index = 0; ///< which of its racks
    };
    /// Of instance `index` of an element, counted inside one instance of `container` (−1: the whole drawing).
    Place place(int element, double index, int container) const;

    /// Length of a cable between two places, with slack.
    static double run(const Place& a, const Place& b);

private:
    struct Tile {
        double x = 0, y = 0;          ///< of the first instance in the container
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
    std::vector<Tile> m_tiles;
    std::vector<std::vector<int>> m_children; ///< by container + 1
};

} // namespace roofrack
