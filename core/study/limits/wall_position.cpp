// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/ridge_point.h"
#include "core/step/engine/step_solver.h"
#include "core/study/limits/memory_wall.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Years until a lead of `gap` is used up by what grows by `fast` a year against `slow`; nothing when it
/// never is.
std::optional<double> years_until(double gap, double fast, double slow) {
    if (!(gap > 0) || !std::isfinite(gap) || !(fast > slow)) return std::nullopt;
    return std::log(gap) / std::log(fast / slow);
}

/// Rates of so many years on.
WallRates grown(const WallRates& rates, const WallGrowth& growth, double years) {
    WallRates out = rates;
    for (const auto& [which, by] : {std::pair{WallRate::compute_16, growth.compute},
                                    {WallRate::compute_low, growth.compute},
                                    {WallRate::hbm, growth.bandwidth},
                                    {WallRate::scale_up, growth.link},
                                    {WallRate::nic, growth.link}})
        rate_of(out, which) *= std::pow(by, years);
    return out;
}

/// The operators at the roofs, their peaks and the memory so many times faster.
struct AtTheRoofs {
    double seconds = 0, memory = 0; ///< in all; of those that wait for memory
};
AtTheRoofs at_the_roofs(const std::vector<OperatorCost>& operators, double hbm, double faster,
                        double more_bandwidth) {
    AtTheRoofs out;
    for (const OperatorCost& op : operators) {
        const double compute = op.peak.si() > 0 ? op.calls * op.flops.si() / (op.peak.si() * faster) : 0;
        const double memory = hbm > 0 ? op.calls * op.bytes.si() / (hbm * more_bandwidth) : 0;
        out.seconds += std::max(compute, memory);
        if (memory > compute) out.memory += memory;
    }
    return out;
}

/// What the drawing gives a GPU of that kind.
WallRates drawn_rates(const Fabric& fabric, const Part& part) {
    WallRates out{};
    rate_of(out, WallRate::compute_16) = rate_of(out, WallRate::compute_low) = part.value_or("dense_bf16", 0);
    for (const char* figure : {"dense_fp8", "dense_fp4"})
        if (const auto rate = part.value(figure); rate && *rate > 0)
            rate_of(out, WallRate::compute_low) = *rate;
    rate_of(out, WallRate::hbm) = part.value_or("hbm_rate", 0);
    if (fabric.levels.empty()) return out;
    const FabricLevel& domain = fabric.levels.front();
    if (domain.block_gpus > 1) rate_of(out, WallRate::scale_up) = domain.inside.si();
    rate_of(out, WallRate::nic) = domain.egress.si();
    return out;
}

} // namespace

WallPosition wall_position(const Prepared& prepared, const Evaluation& evaluation, const WallGrowth& growth) {
    const Prepared::Impl& impl = prepared.impl();
    WallPosition out;
    if (impl.fabric.groups.empty()) return out;
    const bool runs = evaluation.step_time.si() > 0;
    StepState state;
    if (runs) state = StepSolver(prepared).solve(evaluation.plan, evaluation.gpus, batch_of(impl));
    const Part& part = impl.accelerators[runs ? state.reference_group : 0];
    out.accelerator = part.name;
    out.year = part.value_or("year", 0);
    out.rates = drawn_rates(impl.fabric, part);
    out.ridges = ridges_of(out.rates);

    const double hbm = rate_of(out.rates, WallRate::hbm);
    double flops = 0, bytes = 0;
    if (runs)
        for (const OperatorCost& op : evaluation.operators) {
            flops += op.calls * op.flops.si();
            bytes += op.calls * op.bytes.si();
            if (op.peak.si() > 0) out.now.arithmetic += op.calls * op.flops.si() / op.peak.si();
        }
    for (const OperatorCost& op : evaluation.operators) {
        if (!runs || !(op.flops.si() > 0 && op.bytes.si() > 0)) continue;
        const double intensity = op.flops.si() / op.bytes.si(), ridge = ridge_point(op.peak, ByteRate(hbm));
        out.operators.push_back({op.name, intensity, ridge, op.calls * op.flops.si() / flops,
                                 years_until(intensity / ridge, growth.compute, growth.bandwidth)});
    }
    std::ranges::stable_sort(out.operators, std::ranges::greater{}, &WallPosition::Op::share);
    if (runs) {
        const BorderTraffics traffic = step_traffic(impl, evaluation.plan, batch_of(impl), state);
        double all = 0, outside = 0; // B that leave the GPU, and of them its scale-up domain
        for (const BorderTraffic& each : traffic) {
            all += each.leaving(1);
            outside += each.leaving(impl.fabric.scale_up_domain);
        }
        const double inside = all - outside;
        const double link = rate_of(out.rates, WallRate::scale_up), nic = rate_of(out.rates, WallRate::nic);
        if (hbm > 0) out.now.hbm = bytes / hbm;
        if (link > 0) out.now.scale_up = inside / link;
        if (nic > 0) out.now.nic = outside / nic;
        if (inside > 1e-9 * all) out.scale_up_intensity = flops / inside;
        if (outside > 0) out.nic_intensity = flops / outside;
        const auto catches_up = [&](double seconds, double slow) {
            return seconds > 0 ? years_until(out.now.arithmetic / seconds, growth.compute, slow)
                               : std::nullopt;
        };
        out.hbm_years = catches_up(out.now.hbm, growth.bandwidth);
        out.scale_up_years = catches_up(out.now.scale_up, growth.link);
        out.nic_years = catches_up(out.now.nic, growth.link);
    }
    const AtTheRoofs today =
        at_the_roofs(runs ? evaluation.operators : std::vector<OperatorCost>{}, hbm, 1, 1);
    out.memory_share = today.seconds > 0 ? today.memory / today.seconds : 0;
    for (double year = 0; year < growth.years + 0.5; ++year) {
        WallPosition::Future future;
        future.year = year;
        future.rates = grown(out.rates, growth, year);
        future.ridges = ridges_of(future.rates);
        const double compute = std::pow(growth.compute, year), memory = std::pow(growth.bandwidth, year),
                     link = std::pow(growth.link, year);
        future.times = {out.now.arithmetic / compute, out.now.hbm / memory, out.now.scale_up / link,
                        out.now.nic / link};
        if (runs) {
            const AtTheRoofs then = at_the_roofs(evaluation.operators, hbm, compute, memory);
            future.memory_share = then.seconds > 0 ? then.memory / then.seconds : 0;
            future.faster = then.seconds > 0 ? today.seconds / then.seconds : 1;
        }
        out.future.push_back(future);
    }
    return out;
}

} // namespace roofrack
