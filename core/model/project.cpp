// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/project.h"

#include <algorithm>

namespace roofrack {

const Scenario* Project::find_scenario(std::string_view wanted) const {
    const auto it = std::ranges::find(scenarios, wanted, &Scenario::name);
    return it == scenarios.end() ? nullptr : &*it;
}

} // namespace roofrack
