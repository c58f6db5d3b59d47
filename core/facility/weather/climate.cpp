// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/weather/climate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "core/base/files/csv_table.h"
#include "core/base/files/foreign_file.h"
#include "core/facility/outside_air/psychrometrics.h"
#include "core/facility/weather/months.h"

namespace roofrack {

namespace {

/// The coldest and hottest air that was ever measured, −89 and 57 °C, and a little.
constexpr double coldest = -90, hottest = 60;
/// What a wet bulb may stand above the dry one by rounding, K.
constexpr double rounding = 0.15;

/// The columns of a table of weather; npos: it has none.
struct WeatherColumns {
    size_t dry, wet, humidity, carbon, hour;
};

/// Reads one line.
class WeatherLine {
public:
    WeatherLine(const Table& table, size_t row, std::string_view where)
        : m_table(table)
        , m_row(row)
        , m_where(fmt::format("{}:{}", where, table.lines[row])) {}

    Result<double> number(size_t column) const {
        const std::string& cell = m_table.rows[m_row][column];
        std::string_view text = cell;
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value)) return value;
        if (text.empty())
            return fault(fmt::format("'{}' is empty", m_table.header[column]),
                         "fill the gaps of the weather first: every hour counts");
        return fault(fmt::format("'{}' is '{}', not a number", m_table.header[column], text),
                     "write for example 21.5");
    }

    Result<Celsius> temperature(size_t column) const {
        const auto value = number(column);
        if (!value) return tl::unexpected(value.error());
        if (*value >= coldest && *value <= hottest) return Celsius(*value);
        return fault(fmt::format("'{}' is {:g}, which no air is in °C", m_table.header[column], *value),
                     *value > 180 ? "it may be in kelvin: give °C" : "it may be in °F: give °C");
    }

    tl::unexpected<Diagnostic> fault(std::string what, std::string fix) const {
        return fail(m_where, std::move(what), std::move(fix));
    }

private:
    const Table& m_table;
    size_t m_row;
    std::string m_where;
};

Result<WeatherColumns> weather_columns(const Table& table, std::string_view where) {
    const WeatherColumns columns{table.column("dry_bulb_c"), table.column("wet_bulb_c"),
                                 table.column("humidity_percent"), table.column("carbon_kg_per_kwh"),
                                 table.column("hour")};
    constexpr size_t none = std::string::npos;
    if (columns.dry == none)
        return fail(fmt::format("{}:1", where), "there is no column 'dry_bulb_c'",
                    "head the temperature of the air in °C with dry_bulb_c");
    if (columns.wet == none && columns.humidity == none)
        return fail(fmt::format("{}:1", where),
                    "there is neither a column 'wet_bulb_c' nor 'humidity_percent'",
                    "add the wet bulb in °C or the relative humidity in percent");
    return columns;
}

Result<WeatherHour> weather_hour(const WeatherLine& line, const WeatherColumns& columns) {
    WeatherHour hour;
    const auto dry = line.temperature(columns.dry);
    if (!dry) return tl::unexpected(dry.error());
    hour.dry_bulb = *dry;
    if (columns.wet != std::string::npos) {
        const auto wet = line.temperature(columns.wet);
        if (!wet) return tl::unexpected(wet.error());
        if (*wet > *dry + Kelvins(rounding))
            return line.fault(fmt::format("the wet bulb, {:g} °C, is above the dry bulb, {:g} °C",
                                          wet->degrees(), dry->degrees()),
                              "the wet bulb cannot exceed the dry bulb: were the columns exchanged?");
        hour.wet_bulb = std::min(*wet, *dry);
    } else {
        const auto humidity = line.number(columns.humidity);
        if (!humidity) return tl::unexpected(humidity.error());
        if (*humidity < 0 || *humidity > 110) // instruments read a little above 100
            return line.fault(fmt::format("a relative humidity of {:g} %", *humidity), "give 0 to 100 %");
        hour.wet_bulb = wet_bulb_at(*dry, *humidity / 100);
    }
    if (columns.carbon != std::string::npos) {
        const auto carbon = line.number(columns.carbon);
        if (!carbon) return tl::unexpected(carbon.error());
        if (*carbon < 0 || *carbon > 10)
            return line.fault(fmt::format("a carbon intensity of {:g} kg per kWh", *carbon),
                              *carbon > 10 ? "it may be in g: give kg" : "give 0 or more");
        hour.carbon = *carbon;
    }
    return hour;
}

Result<void> follows(const WeatherLine& line, size_t column, std::optional<double>& last) {
    const auto hour = line.number(column);
    if (!hour) return tl::unexpected(hour.error());
    if (last && *hour != *last + 1)
        return line.fault(fmt::format("hour {:g} follows hour {:g}", *hour, *last),
                          *hour > *last ? "fill the gap: every hour counts"
                                        : "give each hour once, in order");
    last = *hour;
    return {};
}

} // namespace

int month_of_hour(size_t hour, bool leap) {
    size_t begin = 0;
    for (int month = 0; month < 11; ++month) {
        begin += hours_of_month(month, leap);
        if (hour < begin) return month;
    }
    return 11;
}

size_t hours_of_month(int month, bool leap) {
    constexpr size_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return 24 * (days[month] + (leap && month == 1 ? 1 : 0));
}

int Climate::month_of(size_t hour) const { return month_of_hour(hour, is_leap()); }

Result<Climate> parse_climate(std::string_view text, std::string_view where) {
    if (text.find('\0') != std::string_view::npos)
        return fail(std::string(where), "not a text file", "give a CSV with a header line");
    const auto table = parse_csv(text, where);
    if (!table) return tl::unexpected(table.error());
    const auto columns = weather_columns(*table, where);
    if (!columns) return tl::unexpected(columns.error());
    const size_t rows = table->rows.size();
    if (rows > hours_of_leap_year)
        return fail(fmt::format("{}:{}", where, table->lines[hours_of_leap_year]),
                    fmt::format("{} rows, but a year has 8,760 hours, a leap year 8,784", format_hours(rows)),
                    "give one year, an hour a row");
    Climate out;
    out.name = std::string(where);
    out.label = std::filesystem::path(out.name).filename().string();
    std::optional<double> last;
    for (size_t row = 0; row < rows; ++row) {
        const WeatherLine line(*table, row, where);
        if (columns->hour != std::string::npos)
            if (auto ok = follows(line, columns->hour, last); !ok) return tl::unexpected(ok.error());
        const auto hour = weather_hour(line, *columns);
        if (!hour) return tl::unexpected(hour.error());
        out.hours.push_back(*hour);
    }
    if (rows != hours_of_common_year && rows != hours_of_leap_year)
        return fail(fmt::format("{}:{}", where, table->lines.empty() ? 1 : table->lines.back()),
                    fmt::format("{} hours, but a year has 8,760, a leap year 8,784", format_hours(rows)),
                    rows > hours_of_common_year ? "leave out what is beyond the year"
                                                : "give every hour of the year, a row each");
    return out;
}

Result<Climate> find_climate(const std::string& name, const std::filesystem::path& folder) {
    if (const Climate* built_in = built_in_climate(name)) return *built_in;
    std::string known;
    for (const BuiltInClimate& each : built_in_climates()) known += (known.empty() ? "" : ", ") + each.name;
    if (name.empty())
        return fail("/site/climate", "no climate is given", "name a CSV file of hours, or one of " + known);
    const std::filesystem::path path = folder / name; // an absolute one stays
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return fail(path.string(), "is neither a climate of the program nor a file",
                    "give a CSV file of hours, or one of " + known);
    const auto text = read_foreign_file(path, largest_text_file, "a year of weather");
    if (!text) return tl::unexpected(text.error());
    return parse_climate(*text, path.string());
}

} // namespace roofrack
