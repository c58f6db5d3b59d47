// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/base/units/quantity.h"
#include "core/facility/weather/months.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// The air of one hour, and the grid's.
struct WeatherHour {
    Celsius dry_bulb, wet_bulb;
    std::optional<double> carbon; ///< kg CO2e per kWh of the grid in this hour; none: not known
};

/// A year of weather, hour by hour from midnight of 1 January in local time: 8,760 hours, 8,784 of a leap
/// year.
struct Climate {
    std::string name;   ///< name of a built-in one, else the file's path as given
    std::string label;  ///< "Cold temperate, as Frankfurt am Main"; of a file its name
    std::string source; ///< source that it was made from; empty for a file
    std::vector<WeatherHour> hours;

    bool is_leap() const { return hours.size() == hours_of_leap_year; }
    bool has_carbon() const { return !hours.empty() && hours.front().carbon.has_value(); }
    /// Month of an hour, 0 to 11.
    int month_of(size_t hour) const;
};

/// A climate that is compiled in: made from published monthly means, resources/climate.
struct BuiltInClimate {
    std::string name, label, source, note;
    double altitude_m = 0;
};
/// In the order in which they are offered.
std::span<const BuiltInClimate> built_in_climates();

/// The built-in climate of that name; a null when there is none. Its year is made when it is first asked for,
/// then shared (thread-safe).
const Climate* built_in_climate(std::string_view name);

/// A table of hours: the columns dry_bulb_c and wet_bulb_c (°C), or humidity_percent in its place; where it
/// has them also carbon_kg_per_kwh and hour (counting up by one, so that a gap is seen). Other columns are
/// left aside. Fails with the line: cells that are no number, a wet bulb above the dry one, temperatures that
/// no air has (other units), too few or too many rows.
Result<Climate> parse_climate(std::string_view text, std::string_view where);

/// What a site names: a built-in climate, or a file, sought in `folder` (the project's) when it is relative.
/// Fails, naming the built-in ones, where it is neither.
Result<Climate> find_climate(const std::string& name, const std::filesystem::path& folder);

} // namespace roofrack
