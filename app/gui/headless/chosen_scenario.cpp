// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/chosen_scenario.h"

namespace roofrack {

Result<Scenario> chosen_scenario(const Project& project, const QString& name, const QString& path) {
    if (name.isEmpty()) return project.scenarios.front();
    if (const Scenario* scenario = project.find_scenario(name.toStdString())) return *scenario;
    std::string names;
    for (const Scenario& scenario : project.scenarios)
        names += (names.empty() ? "'" : ", '") + scenario.name + "'";
    return fail(path.toStdString(), "there is no scenario '" + name.toStdString() + "'", "one of " + names);
}

} // namespace roofrack
