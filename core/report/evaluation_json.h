// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/evaluation.h"
#include "core/study/scaling.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// The JSON of `evaluate --json` and `scale --json` (formats.md); unknown values are null.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation);
nlohmann::ordered_json scale_json(const ScaleResult& result);
nlohmann::ordered_json plan_json(const Plan& plan);
/// `total`: what the shares are of.
nlohmann::ordered_json parts_json(const StepParts& parts, double total);
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings);

} // namespace roofrack
