// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/validate.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `validate --json` prints of published runs: each in the unit of its metric, errors in per cent,
/// unknown is null.
nlohmann::ordered_json validation_json(const Validation& validation);
nlohmann::ordered_json validation_schema();

/// The schema of either table that `validate` takes: runs, or sweeps of collectives.
nlohmann::ordered_json validate_schema();

} // namespace roofrack
