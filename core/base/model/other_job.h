// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/value_type.h"

#include <array>
#include <string_view>

namespace roofrack {

/// How jobs stand on the GPUs that they share a fabric with: one after the other in drawn order, each filling
/// blocks of its own, or spread evenly over all blocks.
enum class JobPlacement { packed, scattered };
inline constexpr std::array job_placements{JobPlacement::packed, JobPlacement::scattered};
std::string_view name_of(JobPlacement placement); ///< "packed", "scattered"

/// The traffic of one GPU of another job through a level of the fabric.
struct JobTraffic {
    std::string level; ///< as LevelConditions::level
    ByteRate rate{}; ///< a GPU, one direction, in the mean over the job's steps when it has the fabric alone
    double duty = 1; ///< share of the time that it sends; rate/duty while it does
    UnknownKeys unknown;
    bool operator==(const JobTraffic&) const = default;
};

/// Another job on the drawn fabric: what it sends is given, or that of another scenario of the project.
struct OtherJob {
    OtherJob();
    ROOFRACK_DECLARE_VALUE(OtherJob)

    std::string name; ///< unique in the scenario
    double gpus = 0;
    std::string
        scenario;   ///< scenario of the project, whose workload, plan and calibration it runs; may be empty
    Seconds step{}; ///< step of the job alone; 0: not known. Read without `scenario`
    std::vector<JobTraffic> traffic; ///< read without `scenario`
    UnknownKeys unknown;
    bool operator==(const OtherJob&) const;
};

/// Besides the scenario's own; every set of those that send at a time is looked at.
inline constexpr size_t most_other_jobs = 10;

} // namespace roofrack
