// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/round_ticks.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
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

/// 1, 2 or 5 with zeros: the widest that goes at least four times into the range.
double round_step(double range) {
    double step = std::pow(10, std::floor(std::log10(range)));
    for (const double part : {1.0, 0.5, 0.2, 0.1})
        if (range / (step * part) >= least_steps) return step * part;
    return step * 0.1;
}

double place_of_value(double value, const std::vector<double>& values) {
    const auto above = std::clamp<std::ptrdiff_t>(std::ranges::lower_bound(values, value) - values.begin(), 1,
                                                  static_cast<std::ptrdiff_t>(values.size()) - 1);
    const auto at = static_cast<size_t>(above);
    return static_cast<double>(at - 1) + (value - values[at - 1]) / (values[at] - values[at - 1]);
}

} // namespace

std::vector<RoundTick> round_ticks(const InputField& field, const std::vector<double>& values) {
    if (!field.is_number() || !is_even_range(values)) return {};
    const auto low = shown_number(field, field.text(values.front())),
               high = shown_number(field, field.text(values.back()));
    if (!low || !high || low->rest != high->rest || !(low->number < high->number)) return {};
    double step = round_step(high->number - low->number);
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

} // namespace roofrack
