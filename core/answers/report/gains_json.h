// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/gain.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// What a tenth more and twice of each resource is worth.
nlohmann::ordered_json gains_json(const std::vector<Gain>& gains);
nlohmann::ordered_json gain_schema(); ///< schema of one gain

} // namespace roofrack
