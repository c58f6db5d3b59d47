// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/calendar_date.h"

#include "core/base/units/common_units.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double longest_days = 36525;
constexpr std::chrono::sys_days beyond_dates = std::chrono::year(10000) / 1 / 1;
constexpr std::string_view date_form = "write YYYY-MM-DD";

/// `width` digits at the front, taken off; −1: there are none.
int digits(std::string_view& text, size_t width) {
    int out = -1;
    if (text.size() < width ||
        !std::ranges::all_of(text.substr(0, width), [](char c) { return c >= '0' && c <= '9'; }))
        return -1;
    std::from_chars(text.data(), text.data() + width, out);
    text.remove_prefix(width);
    return out;
}

bool takes_dash(std::string_view& text) {
    if (!text.starts_with('-')) return false;
    text.remove_prefix(1);
    return true;
}

/// Begins as a date does: four digits and a dash.
bool looks_like_date(std::string_view text) { return digits(text, 4) >= 0 && text.starts_with('-'); }

} // namespace

Result<std::chrono::sys_days> parse_date(std::string_view text, std::string_view where) {
    std::string_view rest = text;
    const int year = digits(rest, 4);
    const int month = year >= 0 && takes_dash(rest) ? digits(rest, 2) : -1;
    const int day = month >= 0 && takes_dash(rest) ? digits(rest, 2) : -1;
    if (day < 0 || !rest.empty())
        return fail(std::string(where), fmt::format("'{}' is no date", text), std::string(date_form));
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok())
        return fail(std::string(where), fmt::format("the calendar has no {}", text), std::string(date_form));
    return std::chrono::sys_days(date);
}

Result<std::chrono::sys_days> parse_day(std::string_view text, std::chrono::sys_days from,
                                        std::string_view where) {
    Result<std::chrono::sys_days> out = from;
    if (looks_like_date(text)) {
        out = parse_date(text, where);
        if (!out) return out;
    } else {
        // A bare number would be seconds.
        const bool has_unit = std::ranges::any_of(
            text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
        const auto time = parse_quantity(text, Dimension::time, where);
        if (!has_unit || !time || !std::isfinite(*time) || std::abs(*time) / seconds_a_day > longest_days)
            return fail(std::string(where), fmt::format("'{}' is neither a date nor a time", text),
                        "write YYYY-MM-DD, or weeks as \"40 wk\"");
        out = weeks_after(from, *time / seconds_a_week);
    }
    if (*out < from)
        return fail(std::string(where), fmt::format("{} is before {}", date_text(*out), date_text(from)),
                    "give a later day");
    if (*out - from > std::chrono::days(static_cast<int>(longest_days)))
        return fail(std::string(where), fmt::format("{} is more than a century away", date_text(*out)),
                    "give an earlier day");
    return out;
}

std::chrono::sys_days today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm local{};
    localtime_r(&now, &local);
    return std::chrono::sys_days(std::chrono::year(local.tm_year + 1900) /
                                 std::chrono::month(static_cast<unsigned>(local.tm_mon) + 1) /
                                 std::chrono::day(static_cast<unsigned>(local.tm_mday)));
}

std::string date_text(std::chrono::sys_days day) {
    if (day >= beyond_dates) return "after the year 9999"; // a date has four digits of a year
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::chrono::sys_days weeks_after(std::chrono::sys_days day, double weeks) {
    // What is beyond all dates is that, however far.
    const double most = std::max(0.0, static_cast<double>((beyond_dates - day).count()));
    const double days = std::clamp(std::round(7 * weeks), -longest_days * 10, most);
    return day + std::chrono::days(static_cast<int>(days));
}

std::string date_difference_text(double weeks, double reference_weeks) {
    constexpr double days_a_week = 7, least_in_weeks = 14; // days
    const double days = std::round(days_a_week * weeks) - std::round(days_a_week * reference_weeks),
                 away = std::abs(days);
    if (away == 0) return "the same";
    const char* const way = days < 0 ? "earlier" : "later";
    if (away < least_in_weeks) return fmt::format("{:.0f} {} {}", away, away == 1 ? "day" : "days", way);
    return fmt::format("{:.0f} weeks {}", std::round(away / days_a_week), way);
}

} // namespace roofrack
