// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all, send_recv, broadcast, reduce };
constexpr int collective_count = 7;
constexpr int step_collective_count = 5;         ///< the first of them: those that a training step waits for
std::string_view name_of(Collective collective); ///< "all_reduce", "alltoall" … as nccl-tests names them
std::optional<Collective> collective(std::string_view name);

/// One size of a sweep.
struct CollectivePoint {
    Bytes bytes{};     ///< full buffer, as the formulas count it
    Seconds seconds{}; ///< seconds of one call
    bool operator==(const CollectivePoint&) const = default;
};

/// One collective over message sizes as nccl-tests measured it.
struct CollectiveSweep {
    std::string file;
    Collective collective = Collective::all_reduce;
    int ranks = 2;
    int nodes = 0;                       ///< hosts that the ranks ran on; 1: inside one server; 0: not known
    std::vector<CollectivePoint> points; ///< by ascending size, at least one
    UnknownKeys unknown;
    bool operator==(const CollectiveSweep&) const = default;
};

} // namespace roofrack
