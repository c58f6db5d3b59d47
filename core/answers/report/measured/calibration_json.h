// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/measured_network.h"
#include "core/study/calibration/calibration_study.h"
#include "core/study/calibration/run_table_fit.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace roofrack {

/// What `calibrate --json` prints: the study, and the sweeps that the scenario then carries, seconds of each
/// size by formula and measured, errors in per cent. The errors of the whole are those of the step, and of
/// the sweeps' median where no step was measured. `runs`: a table that was fitted as well; may be null.
nlohmann::ordered_json calibration_json(const CalibrationStudy& study,
                                        const std::vector<ReplacedCollective>& replaced,
                                        const RunTableFit* runs = nullptr);
nlohmann::ordered_json calibration_schema();

} // namespace roofrack
