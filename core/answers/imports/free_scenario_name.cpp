// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/imports/free_scenario_name.h"

#include <algorithm>

namespace roofrack {

std::string free_scenario_name(const Project& project, const std::string& stem) {
    const auto is_taken = [&](const std::string& name) {
        return std::ranges::find(project.scenarios, name, &Scenario::name) != project.scenarios.end();
    };
    std::string out = stem;
    for (int number = 2; is_taken(out); ++number) out = stem + ' ' + std::to_string(number);
    return out;
}

} // namespace roofrack
