// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/limits/gradient_reduction.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `reduction --json` prints: the errors of rings and trees over the ranks with their bounds, and how
/// the plan of a project reduces its gradients; `with_project` false: `drawn` is null. Errors are shares of
/// the exact sums, null where a sum overflows; bounds are shares of Σ|x|: × condition they bound errors.
nlohmann::ordered_json reduction_json(const ReductionStudy& study, bool with_project);
nlohmann::ordered_json reduction_schema();

} // namespace roofrack
