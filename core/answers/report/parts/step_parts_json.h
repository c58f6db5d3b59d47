// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"
#include "core/base/units/quantity.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// Seconds of every part of a step; `total`: what the shares are of.
nlohmann::ordered_json parts_json(const StepParts& parts, double total);
nlohmann::ordered_json breakdown_schema();

/// [low, high] in seconds; null where there is no step.
nlohmann::ordered_json band_json(Seconds low, Seconds high);
nlohmann::ordered_json band_schema();

} // namespace roofrack
