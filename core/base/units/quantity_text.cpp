// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/quantity_text.h"

#include "core/base/units/common_units.h"
#include "core/base/units/saturated.h"
#include "core/base/units/unit_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace roofrack {

namespace {

using detail::Match;

constexpr size_t longest_text = 256;
constexpr int deepest_nesting = 32;

constexpr Dimension all_dimensions[] = {
    Dimension::number,      Dimension::time,      Dimension::bytes,       Dimension::byte_rate,
    Dimension::flops,       Dimension::flop_rate, Dimension::power,       Dimension::energy,
    Dimension::temperature, Dimension::money,     Dimension::money_rate,  Dimension::energy_price,
    Dimension::frequency,   Dimension::length,    Dimension::volume_rate,
};

struct Value {
    double si = 0;
    bool has_unit = false;
};

/// Recursive descent over "sum of products of numbers with units".
class Parser {
public:
    Parser(std::string_view text, Dimension dimension, std::string_view where)
        : m_text(text)
        , m_rest(text)
        , m_where(where)
        , m_dimension(dimension) {}

    Result<double> parse() {
        if (m_text.size() > longest_text) return error("the text is too long for a quantity", "shorten it");
        auto value = sum(0);
        if (!value) return tl::unexpected(value.error());
        skip_space();
        if (!m_rest.empty()) return unexpected_rest();
        if (!std::isfinite(value->si))
            return error("the value is too large", "check its prefix and exponent");
        return value->si;
    }

private:
    tl::unexpected<Diagnostic> error(std::string_view what, std::string_view fix) const {
        return fail(std::string(m_where), fmt::format("'{}': {}", m_text.substr(0, longest_text), what),
                    std::string(fix));
    }
    std::string hint() const { return fmt::format("write it like {}", detail::example_units(m_dimension)); }

    tl::unexpected<Diagnostic> unexpected_rest() const {
        if (m_rest.front() == ',')
            return error("a comma is not a decimal sign here",
                         "use a point (1.5), and no thousands separators");
        const std::string word = first_word();
        if (const std::string near = detail::same_but_case(m_rest, m_dimension); !near.empty())
            return error(fmt::format("unknown unit '{}'", word), fmt::format("did you mean '{}'?", near));
        return error(fmt::format("cannot read '{}'", word), hint());
    }

    std::string first_word() const { return std::string(m_rest.substr(0, m_rest.find_first_of(" \t"))); }

    bool take(std::string_view token) {
        if (!m_rest.starts_with(token)) return false;
        m_rest.remove_prefix(token.size());
        return true;
    }
    void skip_space() {
        while (take(" ") || take("\t") || take("\u00a0") || take("\u202f")) {
        }
    }
    bool take_after_space(std::string_view token) {
        skip_space();
        return take(token);
    }

    Result<Value> sum(int depth) {
        auto left = product(depth);
        while (left) {
            double sign = 0;
            if (take_after_space("+"))
                sign = 1;
            else if (take("-") || take("−"))
                sign = -1;
            else
                break;
            auto right = product(depth);
            if (!right) return right;
            if (left->has_unit != right->has_unit)
                return error("one term has a unit, the other has none", "give both terms their unit");
            left->si += sign * right->si;
        }
        return left;
    }

    Result<Value> product(int depth) {
        auto left = factor(depth);
        while (left) {
            bool divide = false;
            if (take_after_space("*") || take("×"))
                divide = false;
            else if (take("/"))
                divide = true;
            else
                break;
            auto right = factor(depth);
            if (!right) return right;
            if (right->has_unit && (divide || left->has_unit))
                return error("only one factor may have a unit", hint());
            if (divide && right->si == 0) return error("division by zero", "divide by another number");
            left->si = divide ? left->si / right->si : left->si * right->si;
            left->has_unit = left->has_unit || right->has_unit;
        }
        return left;
    }

    Result<Value> factor(int depth) {
        double sign = 1;
        for (skip_space(); !m_rest.empty(); skip_space()) {
            if (take("-") || take("−"))
                sign = -sign;
            else if (!take("+"))
                break;
        }
        if (take("(")) {
            if (depth >= deepest_nesting) return error("too many brackets", "simplify it");
            auto inner = sum(depth + 1);
            if (!inner) return inner;
            if (!take_after_space(")")) return error("a closing bracket is missing", "add ')'");
            return Value{sign * inner->si, inner->has_unit};
        }
        const bool dollar = take("$");
        if (dollar) skip_space();
        auto number = read_number();
        if (!number) return tl::unexpected(number.error());
        return with_unit(sign * *number, dollar);
    }

    Result<double> read_number() {
        if (m_rest.empty())
            return error(m_text.empty() ? "a value is missing" : "a number is missing at the end", hint());
        const char first = m_rest.front();
        if (!((first >= '0' && first <= '9') || first == '.')) {
            if (first == ',') return unexpected_rest();
            return error(fmt::format("a number is expected where '{}' stands", first_word()), hint());
        }
        double value = 0;
        const auto [end, code] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (code == std::errc::result_out_of_range)
            return error("the number is too large or too small", "check its exponent");
        if (code != std::errc{}) return unexpected_rest();
        m_rest.remove_prefix(static_cast<size_t>(end - m_rest.data()));
        return value;
    }

    Result<Value> with_unit(double number, bool dollar) {
        const std::string_view before = m_rest;
        skip_space();
        const Match match = detail::match_unit(m_rest, m_dimension, dollar);
        if (const auto wrong = longer_unit_elsewhere(match.length)) return tl::unexpected(*wrong);
        if (match.length > 0) {
            m_rest.remove_prefix(match.length);
            return Value{number * match.scale * match.unit.factor + match.unit.offset, !match.unit.plain};
        }
        if (dollar) {
            if (m_dimension != Dimension::money)
                return error(
                    fmt::format("'$' does not fit: {} is expected", detail::dimension_name(m_dimension)),
                    hint());
            return Value{number, true};
        }
        m_rest = before;
        return Value{number, false};
    }

    /// "400 GB/s" where bytes are expected: say so, instead of stumbling over the "/s".
    std::optional<Diagnostic> longer_unit_elsewhere(size_t length) const {
        if (length >= m_rest.size()) return std::nullopt; // nothing is left that a longer one could take
        for (const Dimension other : all_dimensions) {
            if (other == m_dimension) continue;
            const Match match = detail::match_unit(m_rest, other);
            if (match.length <= length || match.unit.text.empty()) continue;
            return error(fmt::format("'{}' is the unit of {}, but {} is expected",
                                     m_rest.substr(0, match.length), detail::dimension_name(other),
                                     detail::dimension_name(m_dimension)),
                         hint())
                .value();
        }
        return std::nullopt;
    }

    std::string_view m_text;
    std::string_view m_rest;
    std::string_view m_where;
    Dimension m_dimension;
};

} // namespace

Result<double> parse_quantity(std::string_view text, Dimension dimension, std::string_view where) {
    while (!text.empty() &&
           (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return Parser(text, dimension, where).parse();
}

std::string_view unit_symbol(Dimension dimension) {
    switch (dimension) {
    case Dimension::number: return "";
    case Dimension::time: return "s";
    case Dimension::bytes: return "B";
    case Dimension::byte_rate: return "B/s";
    case Dimension::flops: return "FLOP";
    case Dimension::flop_rate: return "FLOP/s";
    case Dimension::power: return "W";
    case Dimension::energy: return "J";
    case Dimension::temperature: return "°C";
    case Dimension::temperature_difference: return "K";
    case Dimension::money: return "$";
    case Dimension::money_rate: return "$/s";
    case Dimension::energy_price: return "$/J";
    case Dimension::frequency: return "Hz";
    case Dimension::length: return "m";
    case Dimension::volume_rate: break;
    }
    return "m³/s";
}

namespace {

struct Step {
    double scale;
    std::string_view prefix;
};

// Shown prefixes, largest first.
constexpr Step up_steps[] = {{1e30, "Q"}, {1e27, "R"}, {1e24, "Y"}, {1e21, "Z"}, {1e18, "E"}, {1e15, "P"},
                             {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""}};
constexpr Step all_steps[] = {{1e30, "Q"}, {1e27, "R"}, {1e24, "Y"}, {1e21, "Z"}, {1e18, "E"},
                              {1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                              {1, ""},     {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
constexpr Step plain_step[] = {{1, ""}};
constexpr Step money_steps[] = {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
// SI has no prefixes that people use for long times.
constexpr Step time_steps[] = {{3 * seconds_a_mean_year, "yr"},
                               {2 * seconds_a_day, "d"},
                               {2 * seconds_an_hour, "h"},
                               {10 * seconds_a_minute, "min"}};
constexpr double time_scale[] = {seconds_a_mean_year, seconds_a_day, seconds_an_hour, seconds_a_minute};

// Beyond these nothing that is built or paid for can be meant: no figure is told.
constexpr double most_count = 999'999'999'999'999; ///< largest count of format_count()
constexpr double most_scaled = 1e33;               ///< largest value with a prefix
constexpr double most_years = 1e6, most_dollars = 1e18;
constexpr int least_magnitude = -30; ///< powers of ten that are told from 0

/// "over 1,000,000 yr" of what is beyond that, and below its negative.
std::string over(double value, const std::string& most) { return (value < 0 ? "under -" : "over ") + most; }

/// The value as its `digits` significant digits say it.
double rounded(double value, int digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    double out = value;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

/// Digits without exponent or trailing zeros; `value` is already rounded.
std::string plain_digits(double value, int digits) {
    if (value == 0) return "0";
    const int magnitude = saturated<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    if (magnitude < least_magnitude) return "0";
    if (magnitude < -9 || magnitude > 33) return fmt::format("{:.{}g}", value, digits);
    std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - 1 - magnitude));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

struct Scaled {
    std::string digits;
    std::string_view prefix;
};

Scaled scaled(double value, std::span<const Step> steps, int digits) {
    const double shown = rounded(value, digits);
    Step chosen = steps.back();
    for (const Step& step : steps)
        if (std::abs(shown) >= step.scale * (1 - 1e-12)) {
            chosen = step;
            break;
        }
    if (value == 0) chosen = {1, ""};
    return {plain_digits(rounded(value / chosen.scale, digits), digits), chosen.prefix};
}

std::string with_unit(double value, std::span<const Step> steps, std::string_view unit, int digits) {
    if (std::abs(value) >= most_scaled)
        return over(value, fmt::format("{} {}{}",
                                       format_count(std::min(most_count, most_scaled / steps.front().scale)),
                                       steps.front().prefix, unit));
    const Scaled text = scaled(value, steps, digits);
    return fmt::format("{} {}{}", text.digits, text.prefix, unit);
}

std::string format_time(double seconds, int digits) {
    if (std::abs(seconds) >= most_years * time_scale[0])
        return over(seconds, format_count(most_years) + " yr");
    for (size_t i = 0; i < std::size(time_steps); ++i)
        if (std::abs(seconds) >= time_steps[i].scale)
            return fmt::format("{} {}", plain_digits(rounded(seconds / time_scale[i], digits), digits),
                               time_steps[i].prefix);
    return with_unit(seconds, std::span(all_steps).subspan(10), "s", digits);
}

std::string format_money(double dollars, std::string_view per, int digits) {
    // Prices below ten thousand are read in full.
    if (std::abs(dollars) >= most_dollars)
        return over(dollars, fmt::format("${}T{}", format_count(most_dollars / 1e12), per));
    // Four digits stand there anyway: with a 0 for the last, "$1070" less "$291" would not be "$783".
    if (digits == 3 && std::abs(dollars) >= 1e3 && std::abs(dollars) < 1e4) digits = 4;
    const bool full = std::abs(rounded(dollars, digits)) < 1e4;
    const Scaled text =
        scaled(std::abs(dollars), full ? std::span<const Step>(plain_step) : money_steps, digits);
    return fmt::format("{}${}{}{}", dollars < 0 && text.digits != "0" ? "-" : "", text.digits, text.prefix,
                       per);
}

} // namespace

std::string format_quantity(double si, Dimension dimension, int digits) {
    if (std::isnan(si)) return "not known";
    if (std::isinf(si)) return si < 0 ? "-infinite" : "infinite";
    digits = std::clamp(digits, 1, 17);
    const std::string_view unit = unit_symbol(dimension);
    switch (dimension) {
    case Dimension::number: {
        if (std::abs(si) >= most_scaled) return over(si, "1,000Q");
        const bool full = std::abs(rounded(si, digits)) < 1e4;
        const Scaled text = scaled(si, full ? std::span<const Step>(plain_step) : up_steps, digits);
        return text.digits + std::string(text.prefix);
    }
    case Dimension::time: return format_time(si, digits);
    case Dimension::energy:
        // Engineers of buildings read energy in kWh.
        if (std::abs(si) >= joules_a_kilowatt_hour)
            return with_unit(si / joules_a_watt_hour, up_steps, "Wh", digits);
        return with_unit(si, all_steps, unit, digits);
    case Dimension::power:
    case Dimension::frequency:
    case Dimension::length: return with_unit(si, all_steps, unit, digits);
    case Dimension::temperature:
    case Dimension::temperature_difference: return with_unit(si, plain_step, unit, digits);
    case Dimension::money: return format_money(si, "", digits);
    case Dimension::money_rate: return format_money(si * seconds_an_hour, "/h", digits);
    case Dimension::energy_price: return format_money(si * joules_a_kilowatt_hour, "/kWh", digits);
    case Dimension::volume_rate:
        // Pipes are read in L/min, rooms in m³/s.
        if (std::abs(si) < 0.1) return with_unit(si * 60e3, plain_step, "L/min", digits);
        return with_unit(si, plain_step, unit, digits);
    case Dimension::bytes:
    case Dimension::byte_rate:
    case Dimension::flops:
    case Dimension::flop_rate: break;
    }
    return with_unit(si, up_steps, unit, digits);
}

std::string format_count(double value) {
    if (std::isnan(value)) return "not known";
    if (std::isinf(value)) return value < 0 ? "-infinite" : "infinite";
    if (std::abs(value) > most_count) return over(value, format_count(most_count));
    std::string text = fmt::format("{:.0f}", std::abs(value));
    for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
    return (value < 0 && text != "0" ? "-" : "") + text;
}

} // namespace roofrack
