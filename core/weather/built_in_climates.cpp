// SPDX-License-Identifier: GPL-3.0-or-later
// The climates that are compiled in, made hour by hour from monthly means.
#include "core/weather/climate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/constants/embedded.h"
#include "core/outside_air/psychrometrics.h"
#include "core/units/json_fields.h"
#include "core/weather/months.h"

namespace roofrack {

namespace {

using Months = std::array<double, 12>;

/// Published means, as resources/climate has them.
struct MonthlyMeans {
    BuiltInClimate about;
    Months low{}, high{};  ///< °C, mean daily minimum and maximum
    Months humidity{};     ///< 0 to 1, mean
    double day_to_day = 0; ///< K, standard deviation of the days about their month
};

/// The value at an hour on straight lines between the middles of the months.
double between_months(const Months& nodes, double hour) {
    double begin = 0, previous = 0;
    for (int month = 0; month < 13; ++month) {
        const auto hours = static_cast<double>(hours_of_month(month % 12, false));
        const double middle = begin + hours / 2;
        if (hour <= middle || month == 12) {
            const double last = month == 0 ? -static_cast<double>(hours_of_month(11, false)) / 2 : previous;
            const double share = (hour - last) / (middle - last);
            return nodes[static_cast<size_t>((month + 11) % 12)] * (1 - share) +
                   nodes[static_cast<size_t>(month % 12)] * share;
        }
        previous = middle;
        begin += hours;
    }
    return nodes[0];
}

/// The nodes whose lines have the published means: lines through the means themselves cut summers and
/// winters.
Months nodes_of(const Months& means) {
    Months nodes = means;
    for (int round = 0; round < 50; ++round) {
        Months sums{};
        for (size_t hour = 0; hour < 8760; ++hour)
            sums[static_cast<size_t>(month_of_hour(hour, false))] +=
                between_months(nodes, static_cast<double>(hour) + 0.5);
        for (size_t month = 0; month < 12; ++month)
            nodes[month] += means[month] -
                            sums[month] / static_cast<double>(hours_of_month(static_cast<int>(month), false));
    }
    return nodes;
}

/// Weeks that are warmer and cooler than their month: three waves of periods that share no multiple within
/// the year, of mean 0 and standard deviation 1.
double change_of_days(double day) {
    constexpr double turn = 2 * std::numbers::pi;
    return std::sqrt(2.0 / 3) *
           (std::sin(turn * day / 5.3) + std::sin(turn * day / 9.7 + 1) + std::sin(turn * day / 17.9 + 2));
}

constexpr double hottest_hour = 15; ///< of the day, local time

Climate year_of_means(const MonthlyMeans& from) {
    Months means{}, ranges{}, vapour{};
    for (size_t month = 0; month < 12; ++month) {
        means[month] = (from.low[month] + from.high[month]) / 2;
        ranges[month] = from.high[month] - from.low[month];
        vapour[month] = from.humidity[month] * saturated_vapour(Celsius(means[month]));
    }
    means = nodes_of(means);
    ranges = nodes_of(ranges);
    vapour = nodes_of(vapour);
    Climate out{from.about.name, from.about.label, from.about.source, {}};
    out.hours.reserve(8760);
    for (size_t hour = 0; hour < 8760; ++hour) {
        const double at = static_cast<double>(hour) + 0.5;
        const double change = from.day_to_day * change_of_days(at / 24);
        const double mean = between_months(means, at);
        const double swing = between_months(ranges, at) / 2 *
                             std::cos(2 * std::numbers::pi * (std::fmod(at, 24.0) - hottest_hour) / 24);
        // Warmer weeks hold more vapour: the humidity of the month stays.
        const double held = between_months(vapour, at) * saturated_vapour(Celsius(mean + change)) /
                            saturated_vapour(Celsius(mean));
        WeatherHour each;
        each.dry_bulb = Celsius(mean + swing + change);
        each.wet_bulb = wet_bulb_of(each.dry_bulb, held, from.about.altitude_m);
        out.hours.push_back(each);
    }
    return out;
}

Result<MonthlyMeans> read_means(std::string_view text, std::string_view file) {
    const auto json = parse_json_file(text, file);
    if (!json) return tl::unexpected(json.error());
    JsonFields fields(*json, std::string(file));
    fields.require({"name", "label", "source", "altitude_m", "day_to_day_k", "low_c", "high_c", "humidity"});
    fields.only(
        {"name", "label", "source", "note", "altitude_m", "day_to_day_k", "low_c", "high_c", "humidity"});
    MonthlyMeans out;
    out.about = {fields.text("name"), fields.text("label"), fields.text("source"), fields.text("note"),
                 fields.quantity("altitude_m", Dimension::number)};
    out.day_to_day = fields.quantity("day_to_day_k", Dimension::number);
    if (fields.error()) return tl::unexpected(*fields.error());
    for (const auto& [key, months] : {std::pair("low_c", &out.low), std::pair("high_c", &out.high),
                                      std::pair("humidity", &out.humidity)}) {
        const nlohmann::json& list = *fields.member(key);
        if (!list.is_array() || list.size() != 12)
            return fail(fields.where(key), "a list of twelve numbers is expected", "give one a month");
        for (size_t month = 0; month < 12; ++month) {
            if (!list[month].is_number()) return fail(fields.where(key), "a number is expected", "");
            (*months)[month] = list[month].get<double>();
        }
    }
    return out;
}

struct BuiltIn {
    std::vector<BuiltInClimate> about;
    std::vector<Climate> climates;
};

const BuiltIn& built_in() {
    static const BuiltIn all = [] {
        BuiltIn out;
        for (const EmbeddedFile& file : embedded_files()) {
            if (!file.path.starts_with("resources/climate/")) continue;
            const MonthlyMeans means = embedded_value(read_means(file.contents, file.path));
            out.about.push_back(means.about);
            out.climates.push_back(year_of_means(means));
        }
        return out;
    }();
    return all;
}

} // namespace

std::span<const BuiltInClimate> built_in_climates() { return built_in().about; }

const Climate* built_in_climate(std::string_view name) {
    const auto& climates = built_in().climates;
    const auto found = std::ranges::find(climates, name, &Climate::name);
    return found == climates.end() ? nullptr : &*found;
}

} // namespace roofrack
