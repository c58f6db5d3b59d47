// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/collectives/tested_fabric.h"

#include <string>
#include <vector>

namespace roofrack {

/// One size of a measured sweep beside what the drawn fabric gives.
struct MeasuredSize {
    Bytes bytes{};
    ByteRate measured{}; ///< bus bandwidth
    ExpectedCollective expected;

    double share() const { return measured.si() / expected.bus_bandwidth.si(); }
    bool is_in_band() const { return measured >= expected.bus_low && measured <= expected.bus_high; }
};

/// A measured sweep over the same ranks of the drawn fabric.
struct MeasuredSweep {
    std::string file;
    Collective collective = Collective::all_reduce;
    double ranks = 0, nodes = 0;     ///< nodes: 0 where the output does not say them
    std::vector<MeasuredSize> sizes; ///< by size; empty: it cannot be compared
    std::string sentence; ///< "measured 52 % of what this fabric gives at 256 MiB: as half the rails would"
    bool is_as_drawn = false;        ///< most sizes are in the band
    std::vector<std::string> causes; ///< each alone gives the measured figures: "half the rails"
    std::string group;               ///< name of the ranks: "10 GPUs, 1 of each server"

    const MeasuredSize* headline() const; ///< the largest size; null without sizes
};
void describe(figures::Builder<MeasuredSize>& figures);
void describe(figures::Builder<MeasuredSweep>& figures);

/// Sizes of 16 MiB and more are judged, where bandwidth shows, or all where there are none. A sweep is as
/// drawn where four of five are in the band. Else each cause is drawn by itself (half of the rails, a
/// quarter, one; one link at half its rate; sockets instead of RDMA; …) and named where four of five sizes
/// are in the band around what that drawing gives: several that come to the same are all named, and none
/// where none does, nor one that another sweep on the same ranks, which is as drawn, speaks against.
std::vector<MeasuredSweep> measured_sweeps(const TestedFabric& on,
                                           const std::vector<CollectiveSweep>& sweeps);

} // namespace roofrack
