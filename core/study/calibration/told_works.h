// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/calibration/calibration_study.h"
#include "core/study/calibration/factor_fit.h"

namespace roofrack {

/// Which factors of kinds of operators the kernels of a trace tell, each of one kind, or of two that the
/// trace does not tell apart.
class ToldWorks {
public:
    /// A kind is told that is 2 % of the computation or more, measured and by the model, in 20 kernels at
    /// least, and by which the model is off by at most a factor of 4. `steps`: how many were read; `measured`
    /// has the kernels of one. What is not told goes into `not_told`. `model` is without a factor of any
    /// kind.
    ToldWorks(const MeasuredBreakdown& measured, const StepShares& model, size_t steps,
              std::vector<NotTold>& not_told);

    bool any() const { return !m_groups.empty(); }

    /// The factors with which each told kind takes what was measured, the others' as in `start`; each round
    /// goes through the whole model.
    Result<Factors> fit(const FactorFit& fit, const MeasuredBreakdown& target, const Factors& start) const;

    /// Kinds with one factor: one, or two that the trace does not tell apart.
    struct Group {
        std::vector<KernelWork> works;              ///< in the model
        KernelWork measured = KernelWork::products; ///< among the kernels
        std::string label() const;
        double in(const StepShares& shares) const;
        /// The time that the GPU's peaks allow.
        double least(const StepShares& shares) const;
    };
    const std::vector<Group>& groups() const { return m_groups; }

private:
    std::vector<Group> m_groups;
};

/// "gemm_factor"
std::string_view factor_name(KernelWork work);

} // namespace roofrack
