// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/serial_law.h"
#include "core/study/scenario_curve.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace roofrack {

/// A study and what is put beside it.
struct ScaleOutput {
    ScaleResult study;
    RunWork work;
    SerialLaw law;
    std::vector<ScenarioCurve> overlays;
};

/// What `scale --json` prints: SI units but for the quantities, null where a point has no step.
nlohmann::ordered_json scale_json(const ScaleOutput& output);
nlohmann::ordered_json scale_schema();

/// A study alone; its speed-ups and efficiencies as quantities against those of `reference`.
nlohmann::ordered_json scale_study_json(const ScaleResult& result, const ScaleResult& reference);
nlohmann::ordered_json scale_study_schema();

} // namespace roofrack
