// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/factor_fit.h"

#include "core/study/calibration/calibration_study.h"

#include <cmath>

namespace roofrack {

Factors Factors::of(const Calibration& calibration) {
    return {calibration.compute_factor,
            calibration.network_factor,
            {calibration.gemm_factor, calibration.attention_factor, calibration.optimizer_factor,
             calibration.elementwise_factor}};
}

Factors Factors::folded() const {
    Factors out = *this;
    out.all = 1;
    out.compute *= all;
    for (size_t work = 0; work < kernel_work_count; ++work)
        if (out.works[work] && work != static_cast<size_t>(KernelWork::optimizer)) *out.works[work] *= all;
    return out;
}

void Factors::put_into(Calibration& calibration) const {
    const Factors now = folded();
    calibration.compute_factor = now.compute;
    calibration.network_factor = now.network;
    calibration.gemm_factor = now.works[static_cast<size_t>(KernelWork::products)];
    calibration.attention_factor = now.works[static_cast<size_t>(KernelWork::attention)];
    calibration.elementwise_factor = now.works[static_cast<size_t>(KernelWork::others)];
    calibration.optimizer_factor = now.works[static_cast<size_t>(KernelWork::optimizer)];
}

Result<StepShares> FactorFit::at(const Factors& factors) const {
    Evaluation evaluation;
    return at(factors, evaluation);
}

Result<StepShares> FactorFit::at(const Factors& factors, Evaluation& evaluation) const {
    Scenario scenario = m_measured.scenario;
    scenario.calibration = m_base;
    scenario.calibration.off = false;
    factors.put_into(scenario.calibration);
    const auto prepared = Prepared::make(scenario, m_catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    evaluation = evaluate(*prepared, m_measured.options);
    if (!(evaluation.step_time > Seconds(0)))
        return fail("--measured", "the model has no step of what was measured: " + evaluation.binds,
                    "draw the cluster, the model and the plan that ran");
    return step_shares(*prepared, evaluation);
}

std::optional<double> FactorFit::solve(const Factors& start, double Factors::*factor,
                                       double StepShares::*time, double target) const {
    const auto off = [&](double log_factor) -> std::optional<double> {
        Factors now = start;
        now.*factor = std::exp(log_factor);
        const auto shares = at(now);
        if (!shares || !((*shares).*time > 0)) return std::nullopt;
        return std::log((*shares).*time / target);
    };
    // Times grow with their factor: the false position, of which the Illinois rule halves the end that stays.
    constexpr int most_rounds = 60;
    constexpr double close = 1e-7;
    double low = -std::log(most_factor), high = std::log(most_factor);
    auto at_low = off(low), at_high = off(high);
    if (!at_low || !at_high || *at_low > 0 || *at_high < 0) return std::nullopt;
    double low_off = *at_low, high_off = *at_high;
    int side = 0;
    for (int round = 0; round < most_rounds && high - low > close; ++round) {
        const double middle = (low * high_off - high * low_off) / (high_off - low_off);
        const auto here = off(middle);
        if (!here) return std::nullopt;
        if (std::abs(*here) < close) return std::exp(middle);
        if (*here > 0) {
            high = middle;
            high_off = *here;
            if (side == 1) low_off /= 2;
            side = 1;
        } else {
            low = middle;
            low_off = *here;
            if (side == -1) high_off /= 2;
            side = -1;
        }
    }
    return std::exp((low + high) / 2);
}

double FactorFit::elasticity(const Factors& at_factors, double Factors::*factor,
                             double StepShares::*time) const {
    constexpr double tenth = 0.1;
    Factors less = at_factors, more = at_factors;
    less.*factor *= 1 - tenth;
    more.*factor *= 1 + tenth;
    const auto low = at(less), high = at(more);
    if (!low || !high || !((*low).*time > 0)) return 0;
    return std::log((*high).*time / (*low).*time) / std::log((1 + tenth) / (1 - tenth));
}

} // namespace roofrack
