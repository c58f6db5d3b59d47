// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_scenario_value.h"

namespace roofrack {

/// Factors learned from measurements, or taken back.
class SetCalibration : public SetScenarioValue<Calibration, &Scenario::calibration,
                                               CommandKind::set_calibration, Change::calibration> {
public:
    using SetScenarioValue::SetScenarioValue;
};

} // namespace roofrack
