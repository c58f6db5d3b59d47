// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `scale --json` prints: SI units, null where a point has no step.
nlohmann::ordered_json scale_json(const ScaleResult& result);
nlohmann::ordered_json scale_schema();

} // namespace roofrack
