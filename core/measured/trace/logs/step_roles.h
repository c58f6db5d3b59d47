// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/logs/measured_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Which steps of a log are held against each other.
enum class StepRole {
    compared,  ///< it is in the median
    warms_up,  ///< the first after a start
    other_job, ///< it has another batch than the last step, or another number of GPUs
    untimed
};
/// One for each of MeasuredFile::steps. A step that is timed alone is compared.
std::vector<StepRole> step_roles(const MeasuredFile& file);
size_t count_of(const std::vector<StepRole>& roles, StepRole role);
/// The times of the steps that are compared, in order, s.
std::vector<double> compared_times(const MeasuredFile& file);

/// Whether the program began again before the step at this place: its number falls back, or it runs on
/// another number of GPUs.
bool begins_again(const MeasuredFile& file, size_t place);

/// For how many iterations each step stands: those since the one before; of the first after a start as many
/// as between most others, but no more than there were. `first_number` is that of the first iteration of a
/// run, `interval` holds where no two steps tell it.
std::vector<int64_t> iterations_of(const MeasuredFile& file, int64_t first_number,
                                   std::optional<int64_t> interval = std::nullopt);

int64_t sum_of(const std::vector<int64_t>& iterations);

/// "it began again at iteration 11 after 30 min: 10 iterations were done twice"; empty: it did not.
std::string began_again_text(const MeasuredFile& file, const std::vector<int64_t>& iterations);

} // namespace roofrack
