// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/base/units/diagnostic.h"
#include "core/measured/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// One operator, kernel, collective, copy or cause of idleness in both runs: its own time (own_times.h) over
/// all compared steps of all compared ranks. Occurrences are matched in their order within a step.
struct ComparedPart {
    std::string name;
    int64_t first_count = 0, second_count = 0; ///< occurrences of each run
    int64_t first_ns = 0, second_ns = 0;
    int64_t matched_ns = 0;     ///< change in occurrences that both have, second less first
    int64_t only_first_ns = 0;  ///< own ns of occurrences that only the first has
    int64_t only_second_ns = 0; ///< own ns of occurrences that only the second has
    int64_t change_ns() const { return second_ns - first_ns; }
};
void describe(figures::Builder<ComparedPart>& figures);

struct ComparedStep {
    std::string first, second; ///< names
    std::string first_file, second_file;
    std::optional<int> rank; ///< rank of the first run
    int64_t first_ns = 0, second_ns = 0;
    int64_t change_ns() const { return second_ns - first_ns; }
};
void describe(figures::Builder<ComparedStep>& figures);

/// What became of the time between two runs of one program. The changes of operators (or, instead, kernels),
/// collectives, copies and idle causes sum to change_ns exactly.
struct RunComparison {
    int64_t first_ns = 0, second_ns = 0; ///< all compared steps
    std::vector<ComparedStep> steps;
    std::vector<ComparedPart> operators; ///< computation by the operator of the host that launched it
    std::vector<ComparedPart> kernels;   ///< the same by kernel
    std::vector<ComparedPart> collectives, copies, idle;
    int64_t steps_only_first = 0, steps_only_second = 0; ///< steps of compared ranks without a counterpart
    int64_t ranks_only_first = 0, ranks_only_second = 0; ///< ranks without a counterpart
    std::string first_gpu, second_gpu;                   ///< as the traces name it; empty: not told
    /// 0–1 of both runs' own time in operators of the host that stands in occurrences which both have; none
    /// where no operator of the host is known.
    std::optional<double> shared;
    int64_t change_ns() const { return second_ns - first_ns; }
};
void describe(figures::Builder<RunComparison>& figures);

/// Compares runs that were read with TraceOptions::keep_lanes: ranks of one number, or in their order where
/// the numbers tell nothing; of these the first recorded step with the first, and so on, or all that was
/// recorded where one has no steps. Fails where a run has no activity of a device.
Result<RunComparison> compare_runs(const TraceResult& first, const TraceResult& second);

/// Why the runs are not two of one program on one machine: "the runs are of different programs: only 1 % of
/// the operators' time stands in both", "NVIDIA H100 80GB HBM3 against AMD Instinct MI300X"; empty where they
/// may be. Below half of the time they are: recorded runs of other programs share up to 48 %, and where one
/// program ran on several ranks or GPUs they share 90 % and more.
std::string difference_of(const RunComparison& comparison);

/// "a step takes 12.1 ms instead of 10.9 ms: 1.4 ms more in aten::mm, 0.2 ms less …": one line for people,
/// behind difference_of() where there is one.
std::string summary_of(const RunComparison& comparison);

} // namespace roofrack
