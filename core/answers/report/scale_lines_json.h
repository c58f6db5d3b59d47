// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/serial_law.h"
#include "core/study/scenario_curve.h"

#include <nlohmann/json_fwd.hpp>

#include <span>

namespace roofrack {

/// Every ScaleQuantity of a size with its band and ideal; null where it is not known.
nlohmann::ordered_json quantities_json(const ScalePoint& point, const ScaleResult& reference);
nlohmann::ordered_json quantities_schema();
/// What they are, and why a study has none of one.
nlohmann::ordered_json quantity_list_json(const ScaleResult& study);
nlohmann::ordered_json quantity_list_schema();

nlohmann::ordered_json serial_law_json(const SerialLaw& law);
nlohmann::ordered_json serial_law_schema();

/// Other scenarios beside the study, their speed-ups and efficiencies against its smallest size and its
/// ideal.
nlohmann::ordered_json overlays_json(const ScaleResult& study, const RunWork& work,
                                     std::span<const ScenarioCurve> overlays);
nlohmann::ordered_json overlays_schema();

} // namespace roofrack
