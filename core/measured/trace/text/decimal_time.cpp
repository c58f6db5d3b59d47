// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/decimal_time.h"

#include <algorithm>

namespace roofrack {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Decimal {
    bool negative = false;
    std::string_view whole, fraction;
    int exponent = 0;
};

std::optional<Decimal> split(std::string_view text) {
    Decimal d;
    size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) d.negative = text[at++] == '-';
    const auto digits = [&] {
        const size_t from = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return text.substr(from, at - from);
    };
    d.whole = digits();
    if (at < text.size() && text[at] == '.') {
        ++at;
        d.fraction = digits();
    }
    if (d.whole.empty() && d.fraction.empty()) return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        bool down = false;
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) down = text[at++] == '-';
        const std::string_view exponent = digits();
        if (exponent.empty()) return std::nullopt;
        for (const char c : exponent) d.exponent = std::min(d.exponent * 10 + (c - '0'), 100000);
        if (down) d.exponent = -d.exponent;
    }
    if (at != text.size()) return std::nullopt;
    return d;
}

/// The decimal × 10^shift, rounded half up in magnitude; none beyond `limit`.
std::optional<int64_t> scaled(const Decimal& d, int shift, int64_t limit) {
    const int64_t count = static_cast<int64_t>(d.whole.size() + d.fraction.size());
    const int64_t point = static_cast<int64_t>(d.whole.size()) + d.exponent + shift;
    const auto digit = [&](int64_t i) -> int64_t {
        const auto at = static_cast<size_t>(i);
        return (at < d.whole.size() ? d.whole[at] : d.fraction[at - d.whole.size()]) - '0';
    };
    int64_t value = 0;
    for (int64_t i = 0; i < point; ++i) {
        if (i >= count && value == 0) break;
        const int64_t next = i < count ? digit(i) : 0;
        if (value > (limit - next) / 10) return std::nullopt;
        value = value * 10 + next;
    }
    if (point >= 0 && point < count && digit(point) >= 5) ++value;
    return d.negative ? -value : value;
}

/// What nearly all times look like: up to sixteen digits, and perhaps a point and more of them; none for the
/// others. Half a nanosecond rounds up, as in scaled().
std::optional<int64_t> plain_nanoseconds(std::string_view text) {
    int64_t value = 0;
    size_t at = 0;
    for (; at < text.size() && at < 17 && is_digit(text[at]); ++at) value = value * 10 + (text[at] - '0');
    if (at == 0 || at == 17 || value > 3'999'999'999'999'999) return std::nullopt;
    int decimals = 0;
    bool up = false;
    if (at < text.size() && text[at] == '.') {
        for (++at; at < text.size() && is_digit(text[at]); ++at, ++decimals) {
            if (decimals < 3) value = value * 10 + (text[at] - '0');
            if (decimals == 3) up = text[at] >= '5';
        }
    }
    if (at != text.size()) return std::nullopt;
    for (; decimals < 3; ++decimals) value *= 10;
    return value + (up ? 1 : 0);
}

/// What nearly all integers look like: up to eighteen digits; none for the others.
std::optional<int64_t> plain_integer(std::string_view text) {
    if (text.empty() || text.size() > 18) return std::nullopt;
    int64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

} // namespace

std::optional<int64_t> nanoseconds_of_microseconds(std::string_view text) {
    if (const auto plain = plain_nanoseconds(text)) return plain;
    const auto decimal = split(text);
    return decimal ? scaled(*decimal, 3, 4'000'000'000'000'000'000) : std::nullopt;
}

std::optional<int64_t> integer_of(std::string_view text) {
    if (const auto plain = plain_integer(text)) return plain;
    const auto decimal = split(text);
    if (!decimal || decimal->exponent != 0 ||
        decimal->fraction.find_first_not_of('0') != std::string_view::npos)
        return std::nullopt;
    return scaled(*decimal, 0, 9'000'000'000'000'000'000);
}

} // namespace roofrack
