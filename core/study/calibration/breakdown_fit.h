// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/told_works.h"

namespace roofrack {

/// Solves the factors that a run's times set.
class BreakdownFit {
public:
    /// `fit` is asked, `measured` and `catalog` say what its GPUs lie in.
    BreakdownFit(const FactorFit& fit, const MeasuredScenario& measured, const Catalog& catalog)
        : m_fit(fit)
        , m_measured(measured)
        , m_catalog(catalog) {}

    /// Why the network's factor is not to be had from a breakdown; empty: it is. `shares`: the model's at
    /// `at`.
    std::string no_network_factor(const Factors& at, const StepShares& shares) const;

    /// One factor on the operators and, `with_network`, one on exposed collectives. Fails where none from 1/4
    /// to 4 meets them.
    Result<Factors> breakdown(const MeasuredBreakdown& target, bool with_network, const Factors& start) const;
    /// Factors as breakdown() finds them, with one for each kind of operator that is told; `start`: what
    /// breakdown() gives. The other operators have the factor with which the computation takes what was
    /// measured. Where none from 1/4 to 4 brings it within 2 %, no kind has a factor: one stands for all
    /// operators, as in `start`.
    Result<Factors> works(const MeasuredBreakdown& target, bool with_network, const ToldWorks& told,
                          const Factors& start) const;
    /// One factor on the operators: the factors of their kinds keep their ratios.
    Result<Factors> step(double target, const Factors& start) const;

private:
    /// The factor on exposed collectives with which they take what was measured; fails as breakdown().
    Result<double> network_factor(const MeasuredBreakdown& target, const Factors& at) const;
    tl::unexpected<Diagnostic> out_of_range(const Factors& at, const char* what, double target,
                                            double StepShares::*time) const;

    const FactorFit& m_fit;
    const MeasuredScenario& m_measured;
    const Catalog& m_catalog;
};

} // namespace roofrack
