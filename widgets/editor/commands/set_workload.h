// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_scenario_value.h"

namespace roofrack {

/// A new workload: the model, the batch, the token budget.
class SetWorkload
    : public SetScenarioValue<Workload, &Scenario::workload, CommandKind::set_workload, Change::workload> {
public:
    using SetScenarioValue::SetScenarioValue;
};

} // namespace roofrack
