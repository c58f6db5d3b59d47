// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/machine.h"

#include "core/base/catalog/compute_rate.h"
#include "core/step/collectives/collectives.h"

#include <cmath>

namespace roofrack {

namespace {

/// Relative speed of a part whose power limit is below that of the part on which the GEMM share was measured.
double speed_at_limit(std::string_view architecture, double tdp, const Defaults::Power& power) {
    if (architecture != "ampere" && architecture != "hopper") return 1;
    const Defaults::Reference& reference = architecture == "ampere" ? power.ampere : power.hopper;
    if (tdp <= 0 || tdp >= reference.tdp) return 1;
    const double share = (tdp - reference.idle) / (reference.tdp - reference.idle);
    if (share >= std::pow(power.knee, 1 + power.exponent)) return std::pow(share, 1 / (1 + power.exponent));
    return share / std::pow(power.knee, power.exponent);
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

/// Ways to the host's memory: PCIe of the generation's servers and the memory of two sockets, or Grace's.
void set_host(const Part& part, std::string_view architecture, const Defaults::Host& host, Machine& machine) {
    if (part.text_or("host", "") == "grace") {
        machine.host_slowdown = host.grace_slowdown;
        machine.host_rate = host.grace_link;
        machine.host_memory_rate = host.grace_memory;
        return;
    }
    const size_t servers = architecture == "volta" ? 0 : architecture == "ampere" ? 1 : 2;
    machine.host_rate = host.pcie_share * part.value_or("host_link_rate", host.pcie_rate[servers]);
    machine.host_memory_rate = host.memory_rate[servers];
}

} // namespace

Result<Machine> make_machine(const Part& part, const CostParameters& parameters, const Defaults& defaults) {
    Machine machine;
    machine.accelerator = part.id;
    const std::string_view architecture = part.text_or("architecture", "");
    machine.generation = parameters.generation(architecture);
    const auto bf16 = part.value("dense_bf16");
    const auto hbm = part.value("hbm_rate");
    const auto capacity = part.value("hbm_capacity");
    if (!bf16 || !hbm || !capacity || *bf16 <= 0 || *hbm <= 0 || *capacity <= 0)
        return fail(part.id, "the accelerator lacks a dense BF16 rate, an HBM bandwidth or an HBM capacity",
                    "give dense_bf16, hbm_rate and hbm_capacity");
    const auto rate_of = [&](Precision precision) { return compute_rate(part, precision).value; };
    machine.peak_32 = rate_of(Precision::fp32);
    machine.peak_tf32 = rate_of(Precision::tf32);
    machine.peak_16 = rate_of(Precision::bf16);
    machine.peak_8 = rate_of(Precision::fp8);
    machine.peak_4 = rate_of(Precision::nvfp4);
    machine.has_8 = part.value_or("dense_fp8", 0) > 0 || part.value_or("dense_int8", 0) > 0;
    machine.has_4 = part.value_or("dense_fp4", 0) > 0;
    machine.hbm_rate = *hbm;
    machine.hbm_capacity = *capacity;
    set_host(part, architecture, defaults.host, machine);
    machine.nvls = reduces_in_switch(part);
    machine.relative_clock = speed_at_limit(architecture, part.value_or("tdp", 0), defaults.power);
    machine.gemm_share =
        part.value("gemm_efficiency").value_or(machine.generation.gemm_max * machine.relative_clock) *
        machine.generation.sustained;
    return machine;
}

} // namespace roofrack
