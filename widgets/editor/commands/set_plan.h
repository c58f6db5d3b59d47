// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_scenario_value.h"

namespace roofrack {

/// A new training plan: a degree, the precision, or a found plan as a whole.
class SetPlan : public SetScenarioValue<Plan, &Scenario::plan, CommandKind::set_plan, Change::plan> {
public:
    using SetScenarioValue::SetScenarioValue;
};

} // namespace roofrack
