// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/kernel_work.h"

#include "core/base/units/ascii_text.h"
#include "core/measured/analysis/kernel_classes.h"
#include "core/measured/lanes/trace_lanes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace roofrack {

namespace {

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}

/// Kernels of FlashAttention, cuDNN, xFormers, Composable Kernel, AOTriton and Inductor's templates.
bool is_attention_kernel(std::string_view name) {
    return holds_any(
        name, {"fmha", "sdpa", "attention", "attn", "flash_fwd", "flash_bwd", "flash::", "compute_dot_do_o"});
}

/// Fused and multi-tensor updates of PyTorch, Apex, DeepSpeed and Transformer Engine. Norms and scalings of
/// gradients, which they do the same way, are part of the update.
bool is_optimizer_kernel(std::string_view name) {
    return holds_any(name, {"multi_tensor", "multitensor", "fusedoptimizer", "adam", "lamb_"});
}

bool is_product_op(std::string_view op) {
    return holds_any(op, {"::mm", "::addmm", "::bmm", "::baddbmm", "::matmul", "::linear", "::_scaled_mm",
                          "::_grouped_mm", "::_scaled_grouped_mm"});
}

} // namespace

std::string_view label_of(KernelWork work) {
    switch (work) {
    case KernelWork::products: return "matrix products";
    case KernelWork::attention: return "attention";
    case KernelWork::optimizer: return "optimizer";
    case KernelWork::others: return "other operators";
    }
    return {};
}

KernelWork kernel_work(std::string_view kernel, std::string_view op) {
    const std::string name = lower(kernel), launched_by = lower(op);
    if (is_attention_kernel(name) || holds_any(launched_by, {"attention", "attn"}))
        return KernelWork::attention;
    if (is_optimizer_kernel(name) || holds_any(launched_by, {"::_foreach_", "::_fused_adam", "::_fused_sgd"}))
        return KernelWork::optimizer;
    // Inductor's templates multiply; names of its other kernels say what they follow.
    const bool of_inductor = name.starts_with("triton_");
    if (of_inductor ? name.starts_with("triton_tem") && holds_any(name, {"mm"})
                    : is_matrix_kernel(name) || holds_any(name, {"splitk"}) || is_product_op(launched_by))
        return KernelWork::products;
    return KernelWork::others;
}

int64_t KernelWorkTimes::all_ns() const { return std::accumulate(ns.begin(), ns.end(), int64_t{0}); }

std::vector<std::pair<std::string, KernelWorkTimes>> kernel_works(const TraceRank& rank) {
    std::vector<std::pair<std::string, KernelWorkTimes>> out;
    if (!rank.lanes) return out;
    const TraceLanes& lanes = *rank.lanes;
    for (const LaneStep& step : lanes.steps) out.emplace_back(step.name, KernelWorkTimes());
    const std::vector<uint32_t> ops = launching_ops(lanes);
    size_t first = 0;
    std::map<std::pair<uint32_t, uint32_t>, KernelWork> known; // by names of the kernel and of its operator
    for (uint32_t row = 0; row < lanes.device.size(); ++row) {
        if (lanes.device.category[row] != LaneCategory::compute) continue;
        const uint32_t op = ops[row];
        const uint32_t op_name = op == LaneColumns::no_row ? UINT32_MAX : lanes.host->events.name[op];
        const auto [work, is_new] = known.try_emplace({lanes.device.name[row], op_name}, KernelWork::others);
        if (is_new)
            work->second = kernel_work(lanes.name_of(row), op == LaneColumns::no_row
                                                               ? std::string_view()
                                                               : std::string_view(lanes.host_name_of(op)));
        const auto place = static_cast<size_t>(work->second);
        // Rows and steps stand by their start.
        const int64_t start = lanes.device.start_ns[row], end = lanes.device.end_ns(row);
        while (first < out.size() && lanes.steps[first].end_ns <= start) ++first;
        for (size_t i = first; i < out.size() && lanes.steps[i].start_ns < end; ++i) {
            const LaneStep& step = lanes.steps[i];
            const int64_t within = std::min(end, step.end_ns) - std::max(start, step.start_ns);
            out[i].second.ns[place] += within;
            out[i].second.count[place] += start >= step.start_ns;
        }
    }
    return out;
}

} // namespace roofrack
