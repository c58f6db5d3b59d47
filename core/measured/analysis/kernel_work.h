// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a kernel that computes works on, as the model tells operators apart.
enum class KernelWork {
    products,  ///< products of matrices outside of attention
    attention, ///< fused attention, forward or backward
    optimizer, ///< the update of the weights
    others     ///< all else: element-wise operators, norms, copies between layouts
};
inline constexpr size_t kernel_work_count = 4;
/// For people: "matrix products", "attention", "optimizer", "other operators".
std::string_view label_of(KernelWork work);

/// By the kernel's name and, where that leaves it open, by the operator of the host that launched it; empty:
/// not recorded. Batched products of attention that is not fused are products.
KernelWork kernel_work(std::string_view kernel, std::string_view op);

/// Kernels that compute in one window of a rank, by their work.
struct KernelWorkTimes {
    std::array<int64_t, kernel_work_count> ns{};    ///< durations within the window
    std::array<int64_t, kernel_work_count> count{}; ///< kernels that begin in it
    int64_t all_ns() const;
};
/// One for each of the rank's marked steps that its lanes have, by name; empty without lanes.
std::vector<std::pair<std::string, KernelWorkTimes>> kernel_works(const TraceRank& rank);

} // namespace roofrack
