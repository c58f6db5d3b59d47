// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/model/collective_sweep.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The collective of a name as traces write it, "all_to_all" where nccl-tests writes "alltoall". None: the
/// name of a kernel, or a send.
std::optional<Collective> traced_collective(std::string_view kind);

/// All collectives of one kind, over so many ranks, of so many bytes. Times in ns, summed over all ranks.
struct CollectiveClass {
    std::string kind;              ///< "all_reduce", or the kernel's name
    std::optional<int> group_size; ///< ranks
    std::optional<int64_t> bytes;  ///< as nccl-tests counts them
    int64_t count = 0;             ///< kernels
    int64_t total_ns = 0;
    int64_t exposed_ns = 0; ///< without computation beside it
    int64_t waiting_ns = 0; ///< exposed, and waiting for a rank that came later
    int64_t latency_ns = 0; ///< median over the collectives of their shortest duration on a rank
    int64_t slow_ns = 0; ///< what those that are half as long again as the quicker quarter took more than it
    bool without_waiting = false; ///< two ranks or more recorded each, so that the latency holds no waiting
    std::optional<double> bus_bytes_per_s;          ///< nccl-tests' bus bandwidth at that latency
    std::optional<double> expected_bus_bytes_per_s; ///< what the drawn fabric gives
    std::optional<double> of_expected;              ///< 0–1 and above

    /// What the links inside a server carry, in one direction, of the traced GPU; where the whole job was one
    /// server.
    std::optional<double> server_bytes_per_s;

    /// Medians of the latency by process group, where several have this kind, size and bytes.
    struct Group {
        std::string name;
        int64_t latency_ns = 0;
        int64_t count = 0; ///< kernels
    };
    std::vector<Group> groups;
};
void describe(figures::Builder<CollectiveClass::Group>& figures);
void describe(figures::Builder<CollectiveClass>& figures);

/// How much exposed communication waits for a rank that came later: "97 % of the exposed communication waits
/// for a later rank: transfers take 1.6 ms of 46.9 ms, summed over all ranks". Only classes count whose
/// collectives two ranks or more recorded. Empty where no class tells it.
std::string waiting_text(const std::vector<CollectiveClass>& collectives);

/// nccl-tests' bus bandwidth in B/s; none for kinds that it does not know, and for no time.
std::optional<double> bus_bandwidth(const std::string& kind, int ranks, double bytes, double seconds);

} // namespace roofrack
