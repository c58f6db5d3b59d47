// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/logs/log_lines.h"

#include "core/base/units/common_units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

namespace roofrack {

namespace {

constexpr size_t piece = size_t{256} << 10;
constexpr size_t longest_line = size_t{1} << 20;
constexpr size_t longest_tag = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// ESC [ … letter
void drop_escapes(std::string& line) {
    size_t to = 0;
    for (size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\x1b' && at + 1 < line.size() && line[at + 1] == '[') {
            at += 2;
            while (at < line.size() && !is_letter(line[at])) ++at;
            continue;
        }
        line[to++] = line[at];
    }
    line.resize(to);
}

std::string_view without_space(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

} // namespace

LogLines::LogLines(Source source)
    : m_source(std::move(source))
    , m_buffer(piece, '\0') {}

bool LogLines::fill() {
    m_at = 0;
    m_end = m_source(m_buffer.data(), m_buffer.size());
    m_bytes += static_cast<int64_t>(m_end);
    return m_end > 0;
}

std::optional<std::string_view> LogLines::next() {
    m_line.clear();
    m_is_cut = false;
    bool any = false;
    while (true) {
        if (m_at == m_end && !fill()) {
            m_is_cut = any;
            break;
        }
        if (!any) m_line_offset = m_bytes - static_cast<int64_t>(m_end - m_at);
        any = true;
        const std::string_view rest(m_buffer.data() + m_at, m_end - m_at);
        const size_t end = rest.find_first_of("\r\n");
        const std::string_view part = rest.substr(0, end);
        m_line.append(part.substr(0, longest_line - std::min(longest_line, m_line.size())));
        m_at += part.size();
        if (end == std::string_view::npos) continue;
        ++m_at;
        break;
    }
    if (!any) return std::nullopt;
    if (m_line.find('\x1b') != std::string::npos) drop_escapes(m_line);
    return m_line;
}

std::string_view without_tag(std::string_view line) {
    line = without_space(line);
    if (line.starts_with('['))
        for (const std::string_view tag : {">:", "]:"})
            if (const size_t end = line.find(tag); end != std::string_view::npos && end < longest_tag)
                return without_space(line.substr(end + tag.size()));
    // "12: ", "vm-07-05: ", "node12:": a word without spaces that holds a digit
    const size_t colon = line.substr(0, longest_tag).find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 >= line.size()) return line;
    const std::string_view word = line.substr(0, colon);
    const bool digits = std::ranges::all_of(word, is_digit);
    const bool host = line[colon + 1] == ' ' && std::ranges::any_of(word, is_digit) &&
                      std::ranges::all_of(word, [](char c) {
                          return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_';
                      });
    return digits || host ? without_space(line.substr(colon + 1)) : line;
}

std::string_view without_last_number(std::string_view line) {
    while (!line.empty() && (is_digit(line.back()) || line.back() == '.' || line.back() == ','))
        line.remove_suffix(1);
    return line;
}

std::optional<double> leading_number(std::string_view text) {
    text = without_space(text);
    std::string plain;
    for (size_t i = 0; i < text.size() && plain.size() < 40; ++i) {
        const bool thousands = text[i] == ',' && !plain.empty() && i + 3 < text.size() &&
                               is_digit(text[i + 1]) && is_digit(text[i + 2]) && is_digit(text[i + 3]) &&
                               (i + 4 >= text.size() || !is_digit(text[i + 4]));
        if (thousands) continue;
        if (!is_digit(text[i]) && std::string_view("+-.eE").find(text[i]) == std::string_view::npos) break;
        plain += text[i];
    }
    double value = 0;
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (error != std::errc() || end == plain.data() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<double> number_behind(std::string_view line, std::string_view label) {
    for (size_t at = line.find(label); at != std::string_view::npos; at = line.find(label, at + 1)) {
        if (at > 0 && (is_letter(line[at - 1]) || is_digit(line[at - 1]) || line[at - 1] == '_')) continue;
        std::string_view rest = without_space(line.substr(at + label.size()));
        if (!rest.empty() && (rest.front() == ':' || rest.front() == '=')) rest.remove_prefix(1);
        if (const auto value = leading_number(rest)) return value;
    }
    return std::nullopt;
}

std::optional<double> number_behind(std::string_view line, std::initializer_list<std::string_view> labels) {
    for (const std::string_view label : labels)
        if (const auto value = number_behind(line, label)) return value;
    return std::nullopt;
}

std::optional<double> time_stamp(std::string_view line) {
    // YYYY?MM?DD?HH:MM:SS
    constexpr std::string_view shape = "dddd-dd-dd dd:dd:dd";
    const auto matches = [&](size_t at) {
        for (size_t i = 0; i < shape.size(); ++i) {
            const char c = line[at + i];
            const bool fits = shape[i] == 'd'   ? is_digit(c)
                              : shape[i] == '-' ? c == '-' || c == '/'
                              : shape[i] == ' ' ? c == ' ' || c == 'T'
                                                : c == shape[i];
            if (!fits) return false;
        }
        return true;
    };
    for (size_t at = 0; at + shape.size() <= std::min<size_t>(line.size(), 200); ++at) {
        if (!matches(at)) continue;
        const auto number = [&](size_t from, size_t count) {
            int value = 0;
            for (size_t i = 0; i < count; ++i) value = value * 10 + (line[at + from + i] - '0');
            return value;
        };
        const std::chrono::year_month_day day{std::chrono::year(number(0, 4)),
                                              std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                              std::chrono::day(static_cast<unsigned>(number(8, 2)))};
        if (!day.ok()) continue;
        double seconds =
            std::chrono::duration<double>(std::chrono::sys_days(day).time_since_epoch()).count() +
            number(11, 2) * seconds_an_hour + number(14, 2) * seconds_a_minute + number(17, 2);
        size_t behind = at + shape.size();
        if (behind < line.size() && (line[behind] == '.' || line[behind] == ',')) {
            double digit = 0.1;
            for (++behind; behind < line.size() && is_digit(line[behind]); ++behind, digit /= 10)
                seconds += digit * (line[behind] - '0');
        }
        return seconds;
    }
    return std::nullopt;
}

} // namespace roofrack
