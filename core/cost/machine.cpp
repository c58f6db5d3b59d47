// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/machine.h"

#include "core/collectives/collectives.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Relative speed of a part whose power limit is below that of the part on which the GEMM share was measured.
double speed_at_limit(std::string_view architecture, double tdp) {
    struct Reference {
        std::string_view architecture;
        double tdp, idle;
    };
    // TDP and idle of the SXM part of each generation (resources/catalog/accelerators.json).
    static constexpr Reference references[] = {{"ampere", 400, 55}, {"hopper", 700, 73}};
    constexpr double knee = 0.87,
                     exponent = 2.5; // defaults of facility.md section 1, extrapolated from Volta and Ampere
    for (const Reference& reference : references) {
        if (reference.architecture != architecture || tdp <= 0 || tdp >= reference.tdp) continue;
        const double share = (tdp - reference.idle) / (reference.tdp - reference.idle);
        if (share >= std::pow(knee, 1 + exponent)) return std::pow(share, 1 / (1 + exponent));
        return share / std::pow(knee, exponent);
    }
    return 1;
}

} // namespace

double Machine::peak(Precision precision) const {
    switch (precision) {
    case Precision::fp32: return peak_32;
    case Precision::tf32: return peak_tf32;
    case Precision::fp16:
    case Precision::bf16: return peak_16;
    case Precision::fp8: return peak_8;
    case Precision::nvfp4: break;
    }
    return peak_4;
}

namespace {

/// Ways to the host's memory: PCIe of the generation's servers (catalogue, host_link_rate) and the memory of
/// two sockets over eight GPUs at two thirds of its rate; Grace (NVLink-C2C, 512 GB/s of LPDDR5X for two
/// GPUs).
void set_host(const Part& part, std::string_view architecture, Machine& machine) {
    if (part.text_or("host", "") == "grace") {
        machine.host_rate = 200e9;
        machine.host_memory_rate = 170e9;
        return;
    }
    const double pcie = architecture == "volta" ? 15.75e9 : architecture == "ampere" ? 31.5e9 : 63e9;
    machine.host_rate = 0.8 * part.value_or("host_link_rate", pcie);
    machine.host_memory_rate = architecture == "volta" ? 20e9 : architecture == "ampere" ? 34e9 : 50e9;
}

} // namespace

Result<Machine> make_machine(const Part& part, const CostParameters& parameters) {
    Machine machine;
    const std::string_view architecture = part.text_or("architecture", "");
    machine.generation = parameters.generation(architecture);
    const auto bf16 = part.value("dense_bf16");
    const auto hbm = part.value("hbm_rate");
    const auto capacity = part.value("hbm_capacity");
    if (!bf16 || !hbm || !capacity || *bf16 <= 0 || *hbm <= 0 || *capacity <= 0)
        return fail(part.id, "the accelerator lacks a dense BF16 rate, an HBM bandwidth or an HBM capacity",
                    "give dense_bf16, hbm_rate and hbm_capacity");
    machine.peak_16 = *bf16;
    machine.peak_tf32 = part.value_or("dense_tf32", part.value_or("dense_fp32", *bf16 / 8));
    machine.peak_32 = part.value_or("dense_fp32", machine.peak_tf32);
    machine.peak_8 = std::max(part.value_or("dense_fp8", *bf16), *bf16);
    machine.peak_4 = std::max(part.value_or("dense_fp4", machine.peak_8), machine.peak_8);
    machine.hbm_rate = *hbm;
    // One thread launches: Neoverse V2 at 3.1 GHz against x86 at 3.8 GHz.
    if (part.text_or("host", "") == "grace") machine.host_slowdown = 1.35;
    machine.hbm_capacity = *capacity;
    set_host(part, architecture, machine);
    machine.nvls = reduces_in_switch(part);
    machine.relative_clock = speed_at_limit(architecture, part.value_or("tdp", 0));
    machine.gemm_share =
        part.value("gemm_efficiency").value_or(machine.generation.gemm_max * machine.relative_clock);
    return machine;
}

} // namespace roofrack
