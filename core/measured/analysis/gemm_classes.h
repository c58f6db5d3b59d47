// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/figures/describe.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What a multiplication of matrices does: FLOPs and bytes to and from memory, each operand once.
struct GemmWork {
    double flops = 0, bytes = 0;
    std::string type; ///< type of the inputs, "c10::BFloat16"; empty: not recorded
};
/// The work of an operator that PyTorch calls so ("aten::mm", "aten::addmm", "aten::bmm", "aten::linear" …),
/// by the dimensions of its inputs; none where it is none of them, or where they do not fit each other.
std::optional<GemmWork> gemm_work(std::string_view op, const std::string& dims, const std::string& types);

/// All multiplications of one operator, shape and type, over all ranks.
struct GemmClass {
    std::string op, dims, type;
    int64_t count = 0;
    int64_t total_ns = 0; ///< time of the kernels that it launched
    double flops = 0;     ///< FLOPs of one
    double flops_per_s = 0;
    std::optional<double> of_roofline; ///< the time that the GPU's peaks allow ÷ measured, 0–1
};
void describe(figures::Builder<GemmClass>& figures);

/// The catalogue's GPU of that name, by its first words where the whole name is not known ("NVIDIA H100 80GB
/// HBM3"); null where there is none, or several are called so.
const Part* accelerator_of(const Catalog& catalog, std::string name);

/// By total time, longest first; empty where no dimensions were recorded. `catalog` knows the peaks of the
/// traced GPU; null: no roofline.
std::vector<GemmClass> gemm_classes(const std::vector<TraceRank>& ranks, const Catalog* catalog);

} // namespace roofrack
