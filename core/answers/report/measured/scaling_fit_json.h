// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/curves/scaling_fit.h"
#include "core/study/measured_against.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `fit --json` prints: rates as measured, counts in GPUs; `against`: with a project, one a curve of the
/// file.
nlohmann::ordered_json scaling_fits_json(std::span<const ScalingFit> fits,
                                         std::span<const MeasuredComparison> against);
nlohmann::ordered_json scaling_fits_schema();

} // namespace roofrack
