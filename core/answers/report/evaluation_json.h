// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/published_against.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `evaluate --json` prints: SI units unless a key ends in its unit, unknown is null.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation);
/// By what the scenario is calibrated, and whether that is in force; null where nothing was measured.
nlohmann::ordered_json calibration_state_json(const Calibration& calibration);
/// The published run that the scenario stands for; null where it stands for none.
nlohmann::ordered_json published_json(const std::optional<PublishedComparison>& published);
nlohmann::ordered_json evaluation_schema();

} // namespace roofrack
