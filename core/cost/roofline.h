// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cost/machine.h"
#include "workload/layer.h"

namespace roofrack {

/// Time of one operator, split by what bounds it: exactly one of compute and memory is non-zero for a plain
/// roofline; an FP8 GEMM has both (its casts are HBM-bound).
struct OperatorTime {
    double compute = 0, memory = 0; ///< s
    double total() const { return compute + memory; }
};

/// Kernel quality of machine and software together (numeric kernel, no allocation).
struct KernelQuality {
    double gemm = 0.8; ///< share of peak of a large GEMM in 16 bit
    double work_half = 0, depth_half = 0, units = 108;
    double flash_forward = 0.5, flash_backward = 0.4;
    double fp8_share = 0.8, fp4_share = 0.6, fp8_coverage = 0.9, fp8_overhead = 4;
    double hbm = 0.85;
};

/// Share of a large GEMM's efficiency that an m × n × k one keeps: tile and wave quantisation smoothed to
/// w/(w + w½), short reductions to k/(k + k½). w = waves of 128 × 128 tiles over all units.
double gemm_shape_share(double m, double n, double k, double groups, const KernelQuality& quality);

/// t = max(FLOPs/(P·e_c), bytes/(B·e_m)) (model.md section 2; Williams 2009).
OperatorTime forward_time(const Operator& op, const Machine& machine, Precision precision,
                          const KernelQuality& quality);
/// GEMM: input and weight gradient, each of the forward's FLOPs. Flash attention: 2.5 × forward; unfused: 2
/// ×.
OperatorTime backward_time(const Operator& op, const Machine& machine, Precision precision,
                           const KernelQuality& quality, bool flash);

KernelQuality kernel_quality(const Machine& machine, const SoftwareParameters& software);

} // namespace roofrack
