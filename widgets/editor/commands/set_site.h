// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/commands/set_scenario_value.h"

namespace roofrack {

/// New conditions of the site: weather, plant, prices, failure rate.
class SetSite : public SetScenarioValue<Site, &Scenario::site, CommandKind::set_site, Change::site> {
public:
    using SetScenarioValue::SetScenarioValue;
};

} // namespace roofrack
