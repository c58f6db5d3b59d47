// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/range_text.h"

#include "core/answers/decide/tried_text.h"
#include "core/base/units/trimmed.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

constexpr std::string_view between_ends = "..", between_shown_ends = " to ";

/// "LOW..HIGH in COUNT" or "… by STEP".
struct RangeParts {
    std::string_view low, high, mark, rest;
};

std::optional<RangeParts> range_parts(std::string_view text, std::string_view between) {
    for (const std::string_view mark : {" by ", " in ", ":"}) {
        const size_t at = text.rfind(mark);
        if (at == std::string_view::npos) continue;
        const auto ends = parts_between(text.substr(0, at), between);
        if (ends.size() != 2) return std::nullopt;
        return RangeParts{ends[0], ends[1], mark, trimmed(text.substr(at + mark.size()))};
    }
    return std::nullopt;
}

std::string shown_end(std::string_view end) {
    double number = 0;
    const auto [unit, error] = std::from_chars(end.data(), end.data() + end.size(), number);
    if (error != std::errc() || number == std::round(number)) return std::string(end);
    constexpr double three_digits = 100; // from here on whole numbers have as many
    std::string out =
        std::abs(number) < three_digits ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number);
    out.append(unit, end.data() + end.size());
    return out.size() < end.size() ? out : std::string(end);
}

} // namespace

std::string shown_range(std::string_view values) {
    const auto range = range_parts(values, between_ends);
    if (!range) return std::string(values);
    return fmt::format("{}{}{}{}{}", shown_end(range->low), between_shown_ends, shown_end(range->high),
                       range->mark == ":" ? " in " : range->mark, range->rest);
}

std::string typed_range(std::string_view typed, std::string_view before) {
    if (typed == shown_range(before)) return std::string(before);
    const auto range = range_parts(typed, between_shown_ends);
    if (!range) return std::string(typed);
    const auto kept = range_parts(before, between_ends);
    const auto whole = [](std::string_view end, std::string_view of_before) {
        return !of_before.empty() && end == shown_end(of_before) ? of_before : end;
    };
    return fmt::format("{}{}{}{}{}", whole(range->low, kept ? kept->low : std::string_view()), between_ends,
                       whole(range->high, kept ? kept->high : std::string_view()), range->mark, range->rest);
}

} // namespace roofrack
