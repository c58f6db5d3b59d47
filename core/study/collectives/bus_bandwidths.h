// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/collectives/library_faults.h"
#include "core/study/collectives/measured_sweep.h"
#include "core/study/collectives/tested_fabric.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// What is asked of the fabric; what is empty stands for all, or for what is usual.
struct BusBandwidthRequest {
    std::vector<Collective> collectives{};         ///< empty: those that a step waits for
    std::vector<double> bytes{};                   ///< empty: usual_message_sizes()
    std::vector<RankSet> groups{};                 ///< empty: usual_groups()
    std::vector<CollectiveAlgorithm> algorithms{}; ///< empty: the fastest of each call
    std::vector<CollectiveSweep> measured{};       ///< drawn over it
};

/// A group that was asked for.
struct TestedRanks {
    std::string name; ///< "all 256 GPUs"
    double ranks = 0;
    double domains = 1;   ///< scale-up domains that they stand in
    ByteRate line_rate{}; ///< bus bandwidth of a ring at the line rates of the links; 0: no link joins them
};

/// A line of nccl-tests as it is expected, of one group.
struct BusBandwidthRow {
    size_t group = 0; ///< place in BusBandwidths::groups
    std::string group_name;
    double ranks = 0;
    ExpectedCollective expected;
    ByteRate ceiling{}; ///< bus bandwidth that ever larger messages come to
    std::string limit;  ///< what holds it: "latency", "NVLink", "NICs", "Leaf uplinks, 4:1"

    double of_ceiling() const { return expected.bus_bandwidth.si() / ceiling.si(); }
};

/// The expected output of nccl-tests on a drawn fabric. No row is of a group that no link joins, or of an
/// algorithm that the library does not have for the call.
struct BusBandwidths {
    std::string variant; ///< how the library is set, as the calibration says
    std::vector<TestedRanks> groups;
    std::vector<BusBandwidthRow> rows; ///< by collective, group, algorithm and size
    std::vector<MeasuredSweep> measured;
    std::vector<LibraryFault> faults; ///< that the drawing may meet

    /// Why there is no row; empty where there is one.
    std::string reason;
};
void describe(figures::Builder<TestedRanks>& figures);
void describe(figures::Builder<BusBandwidthRow>& figures);
void describe(figures::Builder<BusBandwidths>& figures);

BusBandwidths bus_bandwidths(const TestedFabric& on, const BusBandwidthRequest& request = {});

} // namespace roofrack
