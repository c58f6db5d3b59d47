// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/quantity_text.h"

#include "core/units/unit_table.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

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

} // namespace roofrack
