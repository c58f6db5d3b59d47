// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/measured_network.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `calibrate --json` prints: seconds of each size by formula and measured, errors in per cent.
nlohmann::ordered_json calibration_json(const std::vector<ReplacedCollective>& replaced);
nlohmann::ordered_json calibration_schema();

} // namespace roofrack
