// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/fabric.h"

namespace roofrack {

/// Multipliers on the drawn resources; 1 = as drawn. Sensitivities vary one at a time.
struct NetworkKnobs {
    double scale_up = 1;
    double scale_out = 1;    ///< every level above the scale-up domain
    int level = -1;          ///< this level's egress alone …
    double level_factor = 1; ///< … by this factor
};

/// Where the members of one group of `members` ranks lie, `stride` GPUs apart, and what their ring may use.
struct GroupPath {
    double members = 1;
    double domain = 1;    ///< members inside one scale-up domain
    double nodes = 1;     ///< domains that the group spans
    double intra_bus = 0; ///< B/s a rank sends and receives inside the domain
    double inter_bus =
        0; ///< B/s that one ring carries across the tightest border (all members of a block share its egress)
    double inter_rank =
        0;              ///< B/s of one rank's own share of the tightest egress: all-to-all, send and receive
    double latency = 0; ///< s added by the farthest border
    int tightest_level = -1; ///< index into Fabric::levels of the border that limits; -1 inside the domain
    LinkClass link_class = LinkClass::nvlink;
    bool in_network_reduction = false;
    double torus_axes = 0;
    bool nvls = false; ///< in-switch reduction inside the domain (NVLink SHARP, Hopper and later)
};

/// `quality` scales the achievable scale-out bandwidth (software). Borders crossed: every level whose block
/// holds fewer than all members. Concurrent groups share a block's egress, so a ring of m members in the
/// block gets m GPUs' worth.
GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs = {},
                     double quality = 1, bool nvls = false);

/// Seconds. `bytes` is the full buffer: what every rank holds before an all-reduce, after an all-gather,
/// before a reduce-scatter, before an all-to-all. 0 for one member; infinite when a border that must be
/// crossed has no link. T = min over (algorithm, protocol) of L + S/A: the structure and constants of NCCL's
/// own tuner (src/graph/tuning.cc, 2.30.7; bus ↔ algorithm bandwidth: nccl-tests doc/PERFORMANCE.md).
double all_reduce_time(double bytes, const GroupPath& path);
double all_gather_time(double bytes, const GroupPath& path); ///< reduce-scatter alike
double all_to_all_time(double bytes, const GroupPath& path);
double send_time(double bytes, const GroupPath& path);

/// 2(n−1)/n · S/T.
double all_reduce_bus_bandwidth(double bytes, double seconds, double members);

} // namespace roofrack
