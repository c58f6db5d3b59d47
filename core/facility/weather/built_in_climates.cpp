// SPDX-License-Identifier: GPL-3.0-or-later
// The climates that are compiled in, made hour by hour from monthly means.
#include "core/facility/weather/climate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/base/constants/embedded.h"
#include "core/base/units/json_fields.h"
#include "core/facility/outside_air/psychrometrics.h"
#include "core/facility/weather/months.h"

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

/// Where the middle of an hour lies on the straight lines between the middles of the months.
struct BetweenMonths {
    size_t month = 0;             ///< month that the hour is of
    size_t before = 0, after = 0; ///< the months whose middles it lies between
    double share = 0;             ///< share of the way from the one to the other

    double of(const Months& nodes) const { return nodes[before] * (1 - share) + nodes[after] * share; }
};

/// One entry for every hour of a common year. The months are counted through once: asked hour by hour they
/// would cost more than all else that is made of a climate.
std::vector<BetweenMonths> hours_between_months() {
    std::vector<BetweenMonths> out;
    out.reserve(hours_of_common_year);
    int nearest = 0; // month whose middle is the next one, 12: January of the year after
    double begin = 0, previous = -static_cast<double>(hours_of_month(11, false)) / 2;
    const auto middle_of = [&] {
        return begin + static_cast<double>(hours_of_month(nearest % 12, false)) / 2;
    };
    for (size_t hour = 0; hour < hours_of_common_year; ++hour) {
        const double at = static_cast<double>(hour) + 0.5;
        while (nearest < 12 && at > middle_of()) {
            previous = middle_of();
            begin += static_cast<double>(hours_of_month(nearest, false));
            ++nearest;
        }
        out.push_back({static_cast<size_t>(month_of_hour(hour, false)),
                       static_cast<size_t>(nearest + 11) % 12, static_cast<size_t>(nearest) % 12,
                       (at - previous) / (middle_of() - previous)});
    }
    return out;
}

/// The nodes whose lines have the published means: lines through the means themselves cut summers and
/// winters.
Months nodes_of(const Months& means, const std::vector<BetweenMonths>& hours) {
    Months nodes = means;
    for (int round = 0; round < 50; ++round) {
        Months sums{};
        for (const BetweenMonths& hour : hours) sums[hour.month] += hour.of(nodes);
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

constexpr double hottest_hour = 15; ///< hottest hour of the day, local time

Climate year_of_means(const MonthlyMeans& from) {
    Months means{}, ranges{}, vapour{};
    for (size_t month = 0; month < 12; ++month) {
        means[month] = (from.low[month] + from.high[month]) / 2;
        ranges[month] = from.high[month] - from.low[month];
        vapour[month] = from.humidity[month] * saturated_vapour(Celsius(means[month]));
    }
    const std::vector<BetweenMonths> hours = hours_between_months();
    means = nodes_of(means, hours);
    ranges = nodes_of(ranges, hours);
    vapour = nodes_of(vapour, hours);
    Climate out{from.about.name, from.about.label, from.about.source, {}};
    out.hours.reserve(hours_of_common_year);
    for (size_t hour = 0; hour < hours_of_common_year; ++hour) {
        const double at = static_cast<double>(hour) + 0.5;
        const double change = from.day_to_day * change_of_days(at / 24);
        const double mean = hours[hour].of(means);
        const double swing = hours[hour].of(ranges) / 2 *
                             std::cos(2 * std::numbers::pi * (std::fmod(at, 24.0) - hottest_hour) / 24);
        // Warmer weeks hold more vapour: the humidity of the month stays.
        const double held = hours[hour].of(vapour) * saturated_vapour(Celsius(mean + change)) /
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

/// Published means, and the year made of them once somebody asks for it.
struct BuiltIn {
    explicit BuiltIn(MonthlyMeans from)
        : means(std::move(from)) {}

    const Climate& year() {
        std::call_once(once, [this] { made = year_of_means(means); });
        return made;
    }

    MonthlyMeans means;
    std::once_flag once;
    Climate made;
};

std::deque<BuiltIn>& built_in() {
    static std::deque<BuiltIn> all = [] {
        std::deque<BuiltIn> out;
        for (const EmbeddedFile& file : embedded_files())
            if (file.path.starts_with("resources/climate/"))
                out.emplace_back(embedded_value(read_means(file.contents, file.path)));
        return out;
    }();
    return all;
}

} // namespace

std::span<const BuiltInClimate> built_in_climates() {
    static const std::vector<BuiltInClimate> all = [] {
        std::vector<BuiltInClimate> out;
        for (const BuiltIn& each : built_in()) out.push_back(each.means.about);
        return out;
    }();
    return all;
}

const Climate* built_in_climate(std::string_view name) {
    for (BuiltIn& each : built_in())
        if (each.means.about.name == name) return &each.year();
    return nullptr;
}

} // namespace roofrack
