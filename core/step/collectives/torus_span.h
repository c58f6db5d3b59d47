// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collectives.h"

namespace roofrack {

/// The part of one axis of a torus of chips that a group lies on.
struct TorusAxis {
    int level = 0;          ///< index into Fabric::levels of the block that the axis adds
    double length = 1;      ///< members along it
    double interleaved = 1; ///< groups that share its links: members stand so many chips apart
    double tori = 1;    ///< drawn tori laid end to end along this axis, in `length`; 1 unless the torus grows
    double between = 1; ///< drawn tori from one member to the next along this axis, in `interleaved`
    double nominal = 0; ///< B/s of a chip's links along it, one direction
    double usable = 1;  ///< ½ where this part, of more than two chips, has no wrap-around link
    double left = 1;    ///< what other traffic and degraded links leave of them

    /// B/s that a member sends along it; `share`: of the line rate.
    double rate(double share) const { return nominal * share * usable * left / interleaved; }
};

/// True where such a group needs more tori than are drawn, which then are one larger torus
/// (Fabric::torus_grows).
bool grows_for(const Fabric& fabric, double members, double stride);

/// The axes that a group has more than one member along, innermost first.
struct TorusAxes {
    static constexpr int most = 8;
    TorusAxis items[most];
    int count = 0;
    double twist = 1; ///< Fabric::torus_twist of a group that the whole torus is, else 1

    const TorusAxis* begin() const { return items; }
    const TorusAxis* end() const { return items + count; }
};

/// The span of `members` ranks of one torus, `stride` chips apart; none where Fabric::torus_level is -1. An
/// axis closes from 4 chips on in a cube (TPU v4, v5p, 7x), from 16 in a plane (v5e, v6e). More members than
/// the drawn torus holds lie on a larger one of as many as they need: it grows by its prime factors, the
/// largest first, each along the axis that is the shortest by then (two 4×4×4 are 4×4×8, eight 8×8×8).
TorusAxes torus_axes(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs);

/// Fills the fields of `path` that describe the torus of chips that holds its domain. Every axis is at work
/// on a part of the buffer (Jouppi 2023, arXiv 2304.01433), so that a group sends over the links of all the
/// axes that it spans. `share`: of the line rate.
void set_torus(const TorusAxes& axes, double share, GroupPath& path);

/// Seconds of a collective of `passes`: 2 for all-reduce, 1 for all-gather and reduce-scatter. Inside each
/// torus over its axes, then the members of several tori exchange their shares over the network.
double torus_time(double bytes, const GroupPath& path, double passes);

} // namespace roofrack
