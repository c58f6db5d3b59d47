// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/roofline.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

OperatorTime bound(double compute, double memory) {
    return compute >= memory ? OperatorTime{compute, 0} : OperatorTime{0, memory};
}

/// `cast_weights`: the second factor is converted for this call; frozen weights were once.
OperatorTime gemm_time(double m, double n, double k, double groups, double bytes, const Machine& machine,
                       Precision precision, const KernelQuality& quality, bool cast_weights = true) {
    const double flops = 2 * m * n * k;
    const double share = quality.gemm * gemm_shape_share(m, n, k, groups, quality);
    const double hbm = machine.hbm_rate * quality.hbm;
    if (precision == Precision::fp8 || precision == Precision::nvfp4) {
        const bool four = precision == Precision::nvfp4;
        const double low_peak = four ? machine.peak_4 : machine.peak_8;
        const double low_share = share * (four ? quality.fp4_share : quality.fp8_share);
        const double c = low_peak > machine.peak_16 ? quality.fp8_coverage : 0;
        const double compute = flops * (c / (low_peak * low_share) + (1 - c) / (machine.peak_16 * share));
        const double casts = c * quality.fp8_overhead * (m * k + (cast_weights ? groups * k * n : 0)) / hbm;
        OperatorTime time = bound(compute, bytes * (1 - c / 2) / hbm);
        time.memory += casts;
        return time;
    }
    return bound(flops / (machine.peak(precision) * share), bytes / hbm);
}

} // namespace

double gemm_shape_share(double m, double n, double k, double groups, const KernelQuality& quality) {
    // A group's rows fill whole tiles only when there are many of them.
    const double rows = m / groups;
    const double together = quality.experts_apart ? 1 : groups;
    const double tiles = std::max(1.0, together * std::ceil(rows / 128)) * std::max(1.0, n / 128);
    const double ragged = groups > 1 && quality.expert_tile > 0
                              ? rows / std::max(quality.expert_tile, rows + quality.expert_tile / 2)
                              : rows / (128 * std::ceil(rows / 128));
    const double waves = tiles / quality.units;
    return ragged * waves / (waves + quality.work_half) * k / (k + quality.depth_half);
}

double attention_shape_share(double head, double sequence, const KernelQuality& quality) {
    if (!quality.flash) return std::fmod(head, 8) == 0 ? 1 : quality.unaligned;
    const double width = std::min(1.05, 1.25 * head / (head + 32));
    return width * sequence / (sequence + 500);
}

OperatorTime forward_time(const Operator& op, const Machine& machine, Precision precision,
                          const KernelQuality& quality) {
    const double hbm = machine.hbm_rate * quality.hbm;
    switch (op.kind) {
    case OperatorKind::gemm:
        return gemm_time(op.m, op.n, op.k, op.groups, op.bytes, machine, precision, quality, !op.frozen);
    case OperatorKind::attention: {
        const double peak = machine.peak(std::min(precision, Precision::bf16));
        const double share = quality.attention_forward * attention_shape_share(op.k, op.n, quality);
        return bound(op.flops / (peak * share), op.bytes / hbm);
    }
    case OperatorKind::elementwise: break;
    }
    return {0, op.bytes / hbm};
}

OperatorTime backward_time(const Operator& op, const Machine& machine, Precision precision,
                           const KernelQuality& quality) {
    const double hbm = machine.hbm_rate * quality.hbm;
    switch (op.kind) {
    case OperatorKind::gemm: {
        const OperatorTime data =
            gemm_time(op.m, op.k, op.n, op.groups, op.bytes, machine, precision, quality, !op.frozen);
        if (op.frozen) return data;
        // The weight gradient reduces over the tokens; its accumulation into fp32 reads and writes the
        // output.
        const double accumulate = 6 * op.groups * op.k * op.n;
        const OperatorTime weight = gemm_time(op.k * op.groups, op.n, op.m / op.groups, op.groups,
                                              op.bytes + accumulate, machine, precision, quality);
        const double apart =
            quality.accumulation_bytes * op.groups * op.k * op.n / (machine.hbm_rate * quality.hbm);
        return {data.compute + weight.compute, data.memory + weight.memory + apart};
    }
    case OperatorKind::attention: {
        const double peak = machine.peak(std::min(precision, Precision::bf16));
        const double share = quality.attention_backward * attention_shape_share(op.k, op.n, quality);
        const double factor = quality.flash ? 2.5 : 2;
        return bound(factor * op.flops / (peak * share), op.backward_bytes / hbm);
    }
    case OperatorKind::elementwise: break;
    }
    return {0, op.backward_bytes / hbm};
}

KernelQuality kernel_quality(const Machine& machine, const SoftwareParameters& software, double year) {
    const GenerationParameters& g = machine.generation;
    KernelQuality q;
    q.gemm = std::min(0.98, machine.gemm_share * software.gemm_quality);
    q.work_half = g.gemm_work_half;
    q.depth_half = g.gemm_depth_half;
    q.units = g.units;
    q.expert_tile = software.expert_tile * g.devices;
    q.experts_apart = software.experts_apart;
    // Unfused attention runs its two products as batched GEMMs of short depth.
    const AttentionKernel kernel = attention_kernel(software, year);
    q.flash = kernel != AttentionKernel::unfused;
    double share = machine.relative_clock;
    if (kernel != AttentionKernel::tuned) share *= g.flash_portable;
    if (kernel == AttentionKernel::flash_1) share *= g.flash_first;
    q.attention_forward = q.flash ? g.flash_forward * share : 0.5 * q.gemm;
    q.attention_backward = q.flash ? g.flash_backward * share : 0.5 * q.gemm;
    q.unaligned = g.unaligned;
    q.fp8_share = g.fp8_share;
    q.fp4_share = g.fp4_share;
    q.fp8_coverage = software.fp8_coverage;
    q.fp8_overhead = software.fp8_overhead;
    q.hbm = g.hbm_share;
    q.accumulation_bytes = software.accumulation_bytes;
    return q;
}

} // namespace roofrack
