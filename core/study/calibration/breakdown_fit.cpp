// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/breakdown_fit.h"

#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The factor on all operators: where kinds of them have factors of their own, these keep their ratios.
double Factors::*factor_of_all(const Factors& factors) {
    const bool has_kinds = std::ranges::any_of(
        factors.works, [](const std::optional<double>& work) { return work.has_value(); });
    return has_kinds ? &Factors::all : &Factors::compute;
}

bool has_all_operators(const Factors& factors) {
    for (const KernelWork work : {KernelWork::products, KernelWork::attention, KernelWork::others})
        if (!factors.works[static_cast<size_t>(work)]) return false;
    return true;
}

} // namespace

std::string BreakdownFit::no_network_factor(const Factors& at, const StepShares& shares) const {
    constexpr double least_share = 0.02, least_elasticity = 0.3;
    const auto prepared = Prepared::make(m_measured.scenario, m_catalog);
    if (!prepared) return prepared.error().what;
    const double domain = prepared->fabric().scale_up_domain;
    if (m_measured.gpus <= domain && m_measured.drawn_gpus > domain)
        return fmt::format("the {} GPUs lie in one scale-up domain: their collectives say nothing of the "
                           "network between domains",
                           format_count(m_measured.gpus));
    if (shares.exposed_comm < least_share * shares.step)
        return fmt::format("the model exposes {:.1f} % of the step to communication: too little to scale",
                           100 * shares.exposed_comm / shares.step);
    if (m_fit.elasticity(at, &Factors::network, &StepShares::exposed_comm) < least_elasticity)
        return "what the model exposes is mostly waiting for stages and slower ranks, no sending";
    return {};
}

/// One factor after the other for four rounds: each shifts what the other one has to meet by less than the
/// round before. How far they are then off the times say.
Result<Factors> BreakdownFit::breakdown(const MeasuredBreakdown& target, bool with_network,
                                        const Factors& start) const {
    constexpr int rounds = 4;
    double Factors::*const factor = factor_of_all(start);
    Factors out = start;
    for (int i = 0; i < (with_network ? rounds : 1); ++i) {
        const auto compute = m_fit.solve(out, factor, &StepShares::compute, target.compute);
        if (!compute) return out_of_range(out, "computation", target.compute, &StepShares::compute);
        out.*factor = *compute;
        if (!with_network) continue;
        const auto network = network_factor(target, out);
        if (!network) return tl::unexpected(network.error());
        out.network = *network;
    }
    return out.folded();
}

Result<double> BreakdownFit::network_factor(const MeasuredBreakdown& target, const Factors& at) const {
    const auto network = m_fit.solve(at, &Factors::network, &StepShares::exposed_comm, target.exposed_comm);
    if (!network)
        return out_of_range(at, "exposed communication", target.exposed_comm, &StepShares::exposed_comm);
    return *network;
}

Result<Factors> BreakdownFit::works(const MeasuredBreakdown& target, bool with_network, const ToldWorks& told,
                                    const Factors& start) const {
    constexpr int rounds = 3;
    constexpr double little = 0.02; // least share that a told kind has of the computation
    Factors out = start;
    for (int i = 0; i < rounds; ++i) {
        const auto works = told.fit(m_fit, target, out);
        if (!works) return works;
        out = *works;
        if (!has_all_operators(out)) {
            const auto rest = m_fit.solve(out, &Factors::compute, &StepShares::compute, target.compute);
            if (rest) {
                out.compute = *rest;
            } else {
                const auto now = m_fit.at(out);
                if (!now) return tl::unexpected(now.error());
                if (std::abs(now->compute / target.compute - 1) > little) {
                    Factors one = start;
                    one.works = {};
                    return one;
                }
            }
        }
        if (!with_network) continue;
        const auto network = network_factor(target, out);
        if (!network) return tl::unexpected(network.error());
        out.network = *network;
    }
    return out;
}

Result<Factors> BreakdownFit::step(double target, const Factors& start) const {
    double Factors::*const factor = factor_of_all(start);
    const auto solved = m_fit.solve(start, factor, &StepShares::step, target);
    if (!solved) return out_of_range(start, "step", target, &StepShares::step);
    Factors out = start;
    out.*factor = *solved;
    return out.folded();
}

tl::unexpected<Diagnostic> BreakdownFit::out_of_range(const Factors& at, const char* what, double target,
                                                      double StepShares::*time) const {
    const auto now = m_fit.at(at);
    const double predicted = now ? (*now).*time : 0;
    return fail("--measured",
                fmt::format("the {} took {}, and the model says {}: no factor from 1/{:.0f} to {:.0f} "
                            "brings them together",
                            what, format_quantity(target, Dimension::time),
                            format_quantity(predicted, Dimension::time), most_factor, most_factor),
                "another GPU, model, plan or batch ran than is drawn: a diagnosis says which change "
                "would explain it");
}

} // namespace roofrack
