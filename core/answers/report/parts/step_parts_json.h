// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// A list of every part of a step (figures::StepShare).
nlohmann::ordered_json breakdown_schema();

/// [low, high] in seconds; null where there is no step.
nlohmann::ordered_json band_json(Seconds low, Seconds high);
nlohmann::ordered_json band_schema();

} // namespace roofrack
