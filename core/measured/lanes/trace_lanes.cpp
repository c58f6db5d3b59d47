// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/lanes/trace_lanes.h"

#include <array>

namespace roofrack {

std::string_view name_of(LaneCategory category) {
    static constexpr std::array<std::string_view, 10> names{
        "compute",    "communication", "memory", "launch",     "synchronise",
        "allocation", "runtime",       "op",     "annotation", "dataloader"};
    return names[static_cast<size_t>(category)];
}

LaneCategory category_of_call(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("aunch")) return LaneCategory::launch; // also hipExtModuleLaunchKernel, cudaGraphLaunch
    if (has("Synchronize")) return LaneCategory::synchronise;
    for (const std::string_view part : {"Malloc", "Free", "HostAlloc", "MemAlloc", "MemCreate", "MemMap",
                                        "MemUnmap", "MemRelease", "MemAddress", "MemSetAccess"})
        if (has(part)) return LaneCategory::allocation;
    if (has("Memcpy") || has("Memset")) return LaneCategory::launch;
    return LaneCategory::runtime;
}

std::vector<uint32_t> launching_ops(const TraceLanes& lanes) {
    const LaneColumns& host = lanes.host->events;
    // The operators that are open at each row of the host, by thread: rows are sorted by start.
    std::vector<std::vector<uint32_t>> open(lanes.host->threads.size());
    std::vector<uint32_t> op_of_row(host.size(), LaneColumns::no_row);
    for (uint32_t row = 0; row < host.size(); ++row) {
        std::vector<uint32_t>& stack = open[host.lane[row]];
        while (!stack.empty() && host.end_ns(stack.back()) <= host.start_ns[row]) stack.pop_back();
        if (host.category[row] == LaneCategory::op)
            stack.push_back(row);
        else if (!stack.empty())
            op_of_row[row] = stack.back();
    }
    std::vector<uint32_t> out(lanes.launch.size(), LaneColumns::no_row);
    for (size_t i = 0; i < out.size(); ++i)
        if (lanes.launch[i] != LaneColumns::no_row) out[i] = op_of_row[lanes.launch[i]];
    return out;
}

} // namespace roofrack
