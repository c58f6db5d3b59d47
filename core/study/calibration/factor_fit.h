// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/measured_scenario.h"
#include "core/study/calibration/step_shares.h"

namespace roofrack {

struct Factors {
    double compute = 1, network = 1;
    /// By KernelWork: of that alone, in place of `compute`; empty: none.
    std::array<std::optional<double>, kernel_work_count> works{};
    double all = 1; ///< × `compute` and the works but the optimizer

    /// The factors of a calibration, in force or not.
    static Factors of(const Calibration& calibration);
    void put_into(Calibration& calibration) const;
    /// With `all` in each of the factors that it stands on.
    Factors folded() const;
};

/// The model of one measured run as a function of its factors.
class FactorFit {
public:
    /// `base`: the calibration beside the factors.
    FactorFit(const MeasuredScenario& measured, const Calibration& base, const Catalog& catalog)
        : m_measured(measured)
        , m_base(base)
        , m_catalog(catalog) {}

    /// Fails where the scenario cannot be prepared or its plan has no step.
    Result<StepShares> at(const Factors& factors) const;
    /// With the evaluation, for what else is asked of it.
    Result<StepShares> at(const Factors& factors, Evaluation& evaluation) const;

    /// The factor between 1/4 and 4 with which a time of the step is `target` s: the other one stays. None:
    /// no such factor.
    std::optional<double> solve(const Factors& start, double Factors::*factor, double StepShares::*time,
                                double target) const;

    /// d ln time / d ln factor at `at`, by central differences of a tenth.
    double elasticity(const Factors& at, double Factors::*factor, double StepShares::*time) const;

private:
    const MeasuredScenario& m_measured;
    const Calibration& m_base;
    const Catalog& m_catalog;
};

} // namespace roofrack
