// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What an event of a lane is: the first three happen on a device, the others on the host.
enum class LaneCategory : uint8_t {
    compute,
    communication,
    memory,      ///< a copy or a set
    launch,      ///< a runtime call that hands a device something to do
    synchronise, ///< a runtime call that waits for a device
    allocation,  ///< a runtime call that takes or gives back memory of a device
    runtime,     ///< any other runtime call
    op,          ///< an operator of the framework
    annotation,  ///< what the program marked
    dataloader   ///< the program waits for its next batch
};
std::string_view name_of(LaneCategory category);

/// Which of launch, synchronise, allocation and runtime a call of the CUDA or HIP runtime or driver is.
LaneCategory category_of_call(std::string_view name);

/// Events as columns, a row an event, sorted by start: 23 bytes a row. Times are integer ns by the clock of
/// the file.
struct LaneColumns {
    static constexpr uint32_t no_row = UINT32_MAX;

    std::vector<int64_t> start_ns, duration_ns;
    std::vector<uint32_t> name; ///< place among the names of the file
    std::vector<uint16_t> lane; ///< the stream of a device, the thread of the host
    std::vector<LaneCategory> category;

    size_t size() const { return start_ns.size(); }
    int64_t end_ns(size_t row) const { return start_ns[row] + duration_ns[row]; }
};

/// The inputs of an operator as the profiler wrote them, JSON: "[[64, 128], []]" and "[\"float\", \"\"]".
struct OpShape {
    std::string dims, types;
    auto operator<=>(const OpShape&) const = default;
};

/// What the host did, in one file.
struct HostLanes {
    static constexpr uint32_t no_shape = UINT32_MAX;

    LaneColumns events;
    std::vector<std::string> threads; ///< by lane: "process/thread"
    std::vector<uint32_t> shape;      ///< place in `shapes` by row
    std::vector<OpShape> shapes;      ///< each once
};

/// The window of a step on the device, as the step's times have it.
struct LaneStep {
    std::string name;
    int64_t start_ns = 0, end_ns = 0;
};

/// What one device did, event by event, and what its host did beside it: for analysis and timelines. Nothing
/// in it changes once it is made, so threads share it.
struct TraceLanes {
    std::shared_ptr<const std::vector<std::string>> names; ///< each once in a file; never null
    std::shared_ptr<const HostLanes> host;                 ///< shared by the devices of a file; never null
    LaneColumns device;
    std::vector<uint32_t> launch; ///< row of the host that launched the activity, or no_row
    /// Rows of the communication kernels, in the order of TraceRank::collectives.
    std::vector<uint32_t> collectives;
    std::vector<LaneStep> steps; ///< those with activity, by start
    size_t streams = 0;          ///< lanes of the device

    const std::string& name_of(uint32_t device_row) const { return (*names)[device.name[device_row]]; }
    const std::string& host_name_of(uint32_t host_row) const { return (*names)[host->events.name[host_row]]; }
};

/// The innermost operator of the host in which each activity of the device was launched, or no_row.
std::vector<uint32_t> launching_ops(const TraceLanes& lanes);

} // namespace roofrack
