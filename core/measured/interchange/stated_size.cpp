// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/stated_size.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The first number before a B that begins a word: "-30B-", "_7b".
std::optional<double> billions_in(std::string_view name) {
    for (size_t at = 0; at < name.size(); ++at) {
        if (!is_digit(name[at]) || (at > 0 && std::isalnum(static_cast<unsigned char>(name[at - 1]))))
            continue;
        double value = 0;
        const auto [end, error] = std::from_chars(name.data() + at, name.data() + name.size(), value);
        const size_t after = static_cast<size_t>(end - name.data());
        if (error != std::errc{} || after >= name.size() || std::tolower(name[after]) != 'b') {
            while (at + 1 < name.size() && (is_digit(name[at + 1]) || name[at + 1] == '.')) ++at;
            continue;
        }
        if (after + 1 == name.size() || !std::isalnum(static_cast<unsigned char>(name[after + 1])))
            return value;
    }
    return std::nullopt;
}

} // namespace

std::string size_mismatch_text(std::string_view name, std::initializer_list<double> counts) {
    const auto stated = billions_in(name);
    if (!stated || *stated <= 0) return {};
    const auto is_near = [&](double count) { return std::abs(count / (*stated * 1e9) - 1) <= 0.25; };
    if (std::ranges::any_of(counts, is_near)) return {};
    return fmt::format("the name states {:g}B parameters, the keys make {:.3g}B", *stated,
                       *counts.begin() / 1e9);
}

std::string without_python_numbers(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool quoted = false;
    for (size_t i = 0; i < text.size();) {
        if (quoted && text[i] == '\\' && i + 1 < text.size()) {
            out.append(text.substr(i, 2));
            i += 2;
            continue;
        }
        if (text[i] == '"') quoted = !quoted;
        std::string_view number;
        if (!quoted)
            for (const std::string_view each : {"-Infinity", "Infinity", "NaN"})
                if (text.substr(i).starts_with(each)) number = each;
        if (number.empty()) {
            out += text[i++];
            continue;
        }
        out += "null";
        i += number.size();
    }
    return out;
}

} // namespace roofrack
