// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/round_ticks.h"

#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <optional>

namespace roofrack {

namespace {

constexpr size_t fewest_ranged = 5; ///< values that are a range
constexpr double least_steps = 4;   ///< steps of the ticks over all values
constexpr double most_uneven = 1.9; ///< the widest step over the narrowest: a thinned range is as uneven

bool is_even_range(const std::vector<double>& values) {
    if (values.size() < fewest_ranged) return false;
    double least = INFINITY, most = 0;
    for (size_t i = 1; i < values.size(); ++i) {
        least = std::min(least, values[i] - values[i - 1]);
        most = std::max(most, values[i] - values[i - 1]);
    }
    return least > 0 && most <= most_uneven * least;
}

struct ShownNumber {
    double number;
    std::string rest; ///< what stands behind it: " years"
};

/// A bare number is taken whole, "15.6T" as well: it has no unit behind it.
std::optional<ShownNumber> shown_number(const InputField& field, const std::string& text) {
    if (field.unit().symbol.empty())
        if (const auto bare = parse_quantity(text, Dimension::number)) return ShownNumber{*bare, {}};
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    return ShownNumber{number, std::string(end, text.data() + text.size())};
}

/// The value that the field writes as that number with that unit; none: there is none.
std::optional<double> value_of_shown(const InputField& field, double number, const std::string& rest) {
    const auto is_it = [&](double value) {
        const auto shown = shown_number(field, field.text(value));
        return shown && shown->rest == rest &&
               std::abs(shown->number - number) <= 1e-9 * std::max(1.0, std::abs(number));
    };
    const auto typed = field.parse(fmt::format("{:.10g}{}", number, rest));
    if (typed && is_it(*typed)) return *typed;
    return is_it(number) ? std::optional(number) : std::nullopt; // words are no unit to type
}

/// 1, 2 or 5 with zeros: one that goes at least so many times into the range.
double round_step(double range, double least) {
    double step = std::pow(10, std::floor(std::log10(range)));
    for (const double part : {1.0, 0.5, 0.2, 0.1})
        if (range / (step * part) >= least) return step * part;
    return step * 0.1;
}

/// Steps of the ticks of times over all values: their round steps lie further apart.
constexpr double least_time_steps = 3;
/// A unit of time, and from where on an axis may have halves of it, s: "2.5 h" rather than "150 min".
struct TickUnit {
    double seconds, halved_from;
    const char* symbol;
};
constexpr TickUnit tick_units[] = {{seconds_a_mean_year, 3 * seconds_a_mean_year, "yr"},
                                   {seconds_a_day, 4 * seconds_a_day, "d"},
                                   {seconds_an_hour, 2 * seconds_an_hour, "h"},
                                   {seconds_a_minute, 10 * seconds_a_minute, "min"}};
constexpr TickUnit second_unit = {1, 0, "s"};

/// The widest step that people count times in and that goes often enough into the range, s.
double time_step(double range, double highest) {
    const auto goes = [&](double step) { return range / step >= least_time_steps; };
    const TickUnit& year = tick_units[0];
    if (highest >= year.halved_from && goes(year.seconds / 2))
        return year.seconds * std::max(0.5, round_step(range / year.seconds, least_time_steps));
    if (goes(seconds_a_day)) return seconds_a_day * round_step(range / seconds_a_day, least_time_steps);
    return goes(1) ? clock_steps_at(range / least_time_steps).below : round_step(range, least_time_steps);
}

bool is_multiple(double value, double of) {
    const double times = value / of;
    return times > 0.5 && std::abs(times - std::round(times)) < 1e-9 * times;
}

/// The largest unit that has the step in whole numbers, or in halves where these read better.
const TickUnit& tick_unit(double step, double highest) {
    for (const TickUnit& each : tick_units)
        if (is_multiple(step, each.seconds) ||
            (highest >= each.halved_from && is_multiple(step, each.seconds / 2)))
            return each;
    return second_unit;
}

double place_of_value(double value, const std::vector<double>& values) {
    const auto above = std::clamp<std::ptrdiff_t>(std::ranges::lower_bound(values, value) - values.begin(), 1,
                                                  static_cast<std::ptrdiff_t>(values.size()) - 1);
    const auto at = static_cast<size_t>(above);
    return static_cast<double>(at - 1) + (value - values[at - 1]) / (values[at] - values[at - 1]);
}

/// Ticks from a second on, all in one unit of time.
std::vector<RoundTick> time_ticks(const std::vector<double>& values) {
    const double low = values.front(), high = values.back(), slack = 1e-6 * (high - low);
    const double step = time_step(high - low, high);
    const TickUnit& unit = tick_unit(step, high);
    std::vector<RoundTick> out;
    for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k)
        out.push_back({place_of_value(k * step, values),
                       fmt::format("{:.10g} {}", k * step / unit.seconds + 0.0, unit.symbol)});
    return out;
}

} // namespace

ClockSteps clock_steps_at(double seconds) {
    constexpr double steps[] = {
        1,
        2,
        5,
        10,
        15,
        20,
        30,
        1 * seconds_a_minute,
        2 * seconds_a_minute,
        5 * seconds_a_minute,
        10 * seconds_a_minute,
        15 * seconds_a_minute,
        20 * seconds_a_minute,
        30 * seconds_a_minute,
        1 * seconds_an_hour,
        2 * seconds_an_hour,
        3 * seconds_an_hour,
        6 * seconds_an_hour,
        12 * seconds_an_hour,
        1 * seconds_a_day,
    };
    const auto above =
        std::clamp(std::ranges::upper_bound(steps, seconds), std::begin(steps) + 1, std::end(steps) - 1);
    return {*std::prev(above), *above};
}

std::vector<RoundTick> round_ticks(const InputField& field, const std::vector<double>& values) {
    if (!field.is_number() || !is_even_range(values)) return {};
    const InputUnit unit = field.unit();
    if (unit.is_si && unit.symbol == unit_symbol(Dimension::time) && values.back() >= 1)
        return time_ticks(values);
    const auto low = shown_number(field, field.text(values.front())),
               high = shown_number(field, field.text(values.back()));
    if (!low || !high || low->rest != high->rest || !(low->number < high->number)) return {};
    double step = round_step(high->number - low->number, least_steps);
    if (field.is_whole()) step = std::max(1.0, std::round(step));
    const double slack = 1e-6 * (values.back() - values.front()); // ends are shown with four digits
    std::vector<RoundTick> out;
    for (double k = std::floor(low->number / step); k * step <= high->number + step / 2; ++k) {
        const auto value = value_of_shown(field, k * step + 0.0, low->rest);
        if (!value || *value < values.front() - slack || *value > values.back() + slack) continue;
        out.push_back({place_of_value(*value, values), field.text(*value)});
    }
    if (out.size() < 2) out.clear();
    return out;
}

std::optional<double> place_among(double value, const InputField& field, const std::vector<double>& values) {
    for (size_t i = 0; i < values.size(); ++i)
        if (std::abs(values[i] - value) <= 1e-9 * std::abs(value)) return static_cast<double>(i);
    if (!field.is_number() || values.size() < 2) return std::nullopt;
    const bool ascends = std::ranges::adjacent_find(values, std::greater_equal()) == values.end();
    if (!ascends || value < values.front() || value > values.back()) return std::nullopt;
    return place_of_value(value, values);
}

} // namespace roofrack
