// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace roofrack {

/// Distances of the drawing, in canvas units, on the grid of 8.
namespace diagram_measure {
inline constexpr double label_height = 40;   ///< two lines below a rack
inline constexpr double container_side = 24; ///< between a container's border and its contents
inline constexpr double container_top = 40;  ///< room for its label
inline constexpr double container_bottom = 24;
inline constexpr double tier_gap = 80; ///< between two rows of switches: room for the links
inline constexpr double switch_gap = 40;
inline constexpr double block_gap = 56; ///< between racks or containers of a row
inline constexpr double row_gap = 40;
inline constexpr double side_gap = 64; ///< before the column of feeds and cooling
inline constexpr double side_row_gap = 16;
inline constexpr double switch_height = 32;
inline constexpr double box_height = 40; ///< feed, cooling, storage
inline constexpr double least_width = 112;
inline constexpr double clearance = 3;    ///< kept between a link and the boxes it passes
inline constexpr double least_gap = 12;   ///< between two boxes that are joined vertically
inline constexpr double stack_step = 4;   ///< offset of one outline of a stack
inline constexpr double outline_mark = 5; ///< how far a selection's outline reaches beyond a frame
} // namespace diagram_measure

} // namespace roofrack
