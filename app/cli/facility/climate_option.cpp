// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/facility/climate_option.h"

namespace roofrack::cli {

namespace {

std::string known_climates() {
    std::string known;
    for (const BuiltInClimate& each : built_in_climates()) known += (known.empty() ? "" : ", ") + each.name;
    return known;
}

} // namespace

void ClimateOption::add_to(const Command& command) {
    command.add_option("--climate", name,
                       "a year of weather: a CSV file of hours, or one of " + known_climates());
}

Result<Climate> ClimateOption::find(const Site& site, const std::string& project) const {
    if (!name.empty()) return find_climate(name, {});
    if (!site.climate.empty())
        return find_climate(site.climate, std::filesystem::path(project).parent_path());
    throw UsageError{{"--climate", "neither the call nor the project's site names a year of weather",
                      "give a CSV file of hours, or one of " + known_climates()}};
}

} // namespace roofrack::cli
