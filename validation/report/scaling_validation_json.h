// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/validate_scaling.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --json` prints of curves of measured rates; errors as shares.
nlohmann::ordered_json scaling_validation_json(const ScalingValidation& validation);
nlohmann::ordered_json scaling_validation_schema();

} // namespace roofrack
