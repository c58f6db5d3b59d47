// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/activities/activity_collector.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace roofrack {

/// Kernels of several processes of a ROCm profile have the same numbers: this one is of all of them. -1 where
/// the number cannot be.
inline int64_t rocm_kernel_number(int64_t process, int64_t kernel) {
    constexpr int64_t most = int64_t{1} << 32;
    return kernel >= 0 && kernel < most ? process % (most / 4) * most + kernel : -1;
}

/// A copy from one agent to another: whose it is, and its name as Kineto calls it. False: it is within the
/// host. Where no agent is known to be a GPU it is the target's.
template<class IsGpu>
bool set_ends(RecordedActivity& copy, std::optional<int64_t> source, std::optional<int64_t> target,
              bool are_gpus_known, const IsGpu& is_gpu) {
    const bool is_from_gpu = source && is_gpu(*source), is_to_gpu = target && is_gpu(*target);
    if (are_gpus_known && !is_from_gpu && !is_to_gpu) return false;
    copy.copy = is_from_gpu ? (is_to_gpu ? "Memcpy DtoD" : "Memcpy DtoH")
                : is_to_gpu ? "Memcpy HtoD"
                            : "Memcpy";
    copy.device = is_to_gpu || !is_from_gpu ? target : source;
    copy.context = 1;      // apart from the queues of kernels
    copy.unordered = true; // copies run on several engines
    return true;
}

} // namespace roofrack
