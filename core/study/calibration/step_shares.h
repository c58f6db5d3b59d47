// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/analysis/kernel_work.h"
#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"
#include "core/study/calibration/group_comms.h"

namespace roofrack {

/// A productive step as a profiler sees it on a rank in the middle, s: computation, exposed communication and
/// idle time sum to the step.
struct StepShares {
    double step = 0;    ///< without checkpoints and failures
    double compute = 0; ///< a kernel computes, whether or not another communicates
    /// A kernel communicates and none computes. Who waits for a slower rank or for the stage before does so
    /// in such a kernel.
    double exposed_comm = 0;
    double idle = 0;    ///< no kernel runs: gaps between launches, input, transfers to the host
    double comm = 0;    ///< a kernel communicates, hidden behind computation or not
    double input = 0;   ///< input that is part of `idle`: the step waits for its samples
    double slowest = 1; ///< computation of the slowest rank ÷ that of a rank in the middle
    /// Communication of the groups of so many ranks, without what is waited in it.
    GroupComms comm_of_groups;
    /// The computation by KernelWork; all 0: the model has no operators, or generates sequences besides.
    std::array<double, kernel_work_count> works{};
    /// What the GPU's peaks allow for that: the larger of FLOPs and HBM traffic of each operator; 0: not
    /// known.
    std::array<double, kernel_work_count> least{};

    bool tells_works() const { return work(KernelWork::products) > 0; }
    double work(KernelWork of) const { return works[static_cast<size_t>(of)]; }

    /// Share of the communication that is hidden behind computation; 0 without communication.
    double overlap() const { return comm > 0 ? 1 - exposed_comm / comm : 0; }
};

/// What a profiler would see of an evaluated step of `prepared`. The evaluation must have a step.
StepShares step_shares(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
