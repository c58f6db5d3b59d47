// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/machine.h"
#include "core/step/workload/layer.h"

namespace roofrack {

/// Time of one operator, split by what bounds it: exactly one of compute and memory is non-zero for a plain
/// roofline; an FP8 GEMM has both (its casts are HBM-bound).
struct OperatorTime {
    double compute = 0, memory = 0; ///< s
    double total() const { return compute + memory; }
    OperatorTime operator*(double factor) const { return {compute * factor, memory * factor}; }
};

/// Kernel quality of machine and software together (numeric kernel, no allocation).
struct KernelQuality {
    double gemm = 0.8; ///< share of peak of a large GEMM in 16 bit
    double work_half = 0, depth_half = 0, units = 108;
    bool experts_apart = false; ///< each expert's product is a kernel of its own
    double expert_tile = 0;     ///< rows that a routed product's tiles have; 0: 128
    bool flash = true;
    double attention_forward = 0.5, attention_backward = 0.4; ///< share of peak of the best shape
    double unaligned = 0.2; ///< × for batched products whose rows are no multiple of 16 B
    double fp8_share = 0.8, fp4_share = 0.6, fp8_coverage = 0.9, fp8_overhead = 4;
    double hbm = 0.85;
    double accumulation_bytes = 0; ///< a weight: gradients added up by kernels of their own
    bool operator==(const KernelQuality&) const = default;
};

/// Share of a large GEMM's efficiency that an m × n × k one keeps: tile and wave quantisation smoothed to
/// w/(w + w½), short reductions to k/(k + k½). w = waves of 128 × 128 tiles over all units.
double gemm_shape_share(double m, double n, double k, double groups, const KernelQuality& quality);

/// Share of the best attention kernel's rate that one of this head width and sequence length keeps. Flash
/// attention: heads narrower than 128 fill less of a tile, short causal sequences leave blocks half masked
/// (figures 4–6 of Dao 2023, figure 5 of Shah 2024). Two plain products: operands whose rows are no multiple
/// of 16 B keep off the tensor cores' fast path (NVIDIA, Matrix Multiplication Background; BLOOM's
/// chronicles).
double attention_shape_share(double head, double sequence, const KernelQuality& quality);

/// t = max(FLOPs/(P·e_c), bytes/(B·e_m)) (docs/model.md section 3; Williams 2009).
OperatorTime forward_time(const Operator& op, const Machine& machine, Precision precision,
                          const KernelQuality& quality);
/// GEMM: input and weight gradient, each of the forward's FLOPs. Flash attention: 2.5 × forward; unfused: 2
/// ×.
OperatorTime backward_time(const Operator& op, const Machine& machine, Precision precision,
                           const KernelQuality& quality);

/// `year`: release of the stack, 0 for its family's reference.
KernelQuality kernel_quality(const Machine& machine, const SoftwareParameters& software, double year = 0);

} // namespace roofrack
