// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/gain.h"
#include "core/study/mitigation/mitigations.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// What `reliefs` prints.
nlohmann::ordered_json mitigations_json(const Mitigations& mitigations);
nlohmann::ordered_json mitigations_schema();

/// What `sensitivity` prints.
nlohmann::ordered_json sensitivity_json(const Evaluation& evaluation,
                                        const std::vector<Sensitivity>& sensitivities);
nlohmann::ordered_json sensitivity_schema();

} // namespace roofrack
