// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric.h"
#include "core/step/collectives/collective_constants.h"

namespace roofrack {

class MeasuredCollectives;

/// Multipliers on the drawn resources; 1 = as drawn. Sensitivities vary one at a time.
struct NetworkKnobs {
    double scale_up = 1;
    double scale_out = 1;    ///< every level above the scale-up domain
    int level = -1;          ///< the level whose egress alone is scaled; -1: none
    double level_factor = 1; ///< the factor of that level
    double gpus = 0; ///< GPUs of the job, whose slowest link and smallest blocks count; 0: of the group alone
    bool as_drawn = false; ///< without other traffic and degraded links, as measured sweeps are taken to be
    NetworkVariant variant = NetworkVariant::tuned;
    const MeasuredCollectives* measured = nullptr; ///< sweeps that replace the formula; not owned
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
    double latency = 0; ///< s across the farthest border, one way
    double near_latency = 0; ///< s across the nearest border of the network
    double ring_far_latency =
        0; ///< s that a chunk's way once round the ring takes beyond hops at near_latency
    double tree_far_latency = 0; ///< s that a chunk's way up a tree, or down it, takes beyond such hops
    int tightest_level = -1;  ///< index into Fabric::levels of the border that limits; -1 inside the domain
    int outermost_level = -1; ///< index into Fabric::levels of the farthest border that is crossed; -1: none
    LinkClass link_class = LinkClass::nvlink;   ///< inside the domain
    LinkClass border_class = LinkClass::nvlink; ///< link class of the tightest border
    bool in_network_reduction = false;
    // Set where the domain is a torus of chips (set_torus); intra_bus is then the sum over the axes.
    double torus_axes = 0;  ///< axes that the group spans
    double torus_hops = 0;  ///< links from one end to the other, all axes
    double torus_cross = 0; ///< s for a byte of an all-to-all's buffer: messages pass a quarter of each axis
    double torus_cable = 0; ///< B/s to a neighbour
    bool nvls = false;      ///< in-switch reduction inside the domain (NVLink SHARP, Hopper and later)
    bool ll128 = false;     ///< the transport keeps the order of 128-byte stores, which LL128 needs

    // The constants of the fabric's technology and its library variant (CollectiveConstants), looked up once
    // for each path.
    double nvls_rate = 0;    ///< B/s of a buffer that the domain's switches reduce
    double nvls_flight = 0;  ///< B of a buffer in flight for each member of the domain
    double border_share = 1; ///< share of intra_bus and nvls_rate left to what also feeds NICs
    double launch = 0;       ///< s of any collective beyond NCCL's base latency
    double ll_rate = 0;      ///< B/s of bus bandwidth that LL reaches at most
    double pair_share = 1;   ///< share of intra_bus that an all-to-all inside the domain reaches
    double hop_latency = 0;  ///< s that the transport adds to each network hop of a collective
    double match_time = 0;   ///< s more of a hop where the host matches messages, in rings and all-to-alls
    double message_time = 0; ///< s of a rendezvous on each network hop of a ring
    double peer_time = 0;    ///< s for each peer of an all-to-all
    double all_to_all_share = 1; ///< share of the network's rate that an all-to-all reaches
    const MeasuredCollectives* measured = nullptr;
    const Defaults* defaults = &Defaults::built_in();
};

/// `quality` scales the achievable scale-out bandwidth (software). A group crosses the border of every level
/// whose block holds fewer than all its members. Concurrent groups share a block's egress, so a ring of m
/// members in the block gets m GPUs' worth. With unequal blocks it is the slowest of the groups: it spans
/// most blocks (BlockSpread), and its ring is as fast as the one through the block that lets least through.
/// Latency is charged on the hops that cross: a ring leaves each block of a level once a pass, a path of a
/// tree crosses the borders of B blocks log2(B) + 1 times at most. What lies on a torus that grows beyond the
/// drawing is inside one domain (grows_for); `outermost_level` says that it is beyond.
GroupPath group_path(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs = {},
                     double quality = 1, bool nvls = false,
                     const CollectiveConstants& constants = CollectiveConstants::built_in());

/// Share of a rank's scale-up bandwidth that reaches `members` ranks of its domain where no switch joins
/// them. Full mesh (Infinity Fabric, Gaudi's ports): the links to those ranks alone, members − 1 of domain
/// − 1. A torus of servers: inside each the chips' links close no ring, half of them are used. 1 behind
/// switches. A torus of chips: TorusAxes.
double link_share(const Fabric& fabric, double members);

} // namespace roofrack
