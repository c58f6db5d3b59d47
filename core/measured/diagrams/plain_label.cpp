// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/plain_label.h"

#include "core/base/units/printable.h"
#include "core/base/units/trimmed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace roofrack {

namespace {

/// Text of HTML: tags that end a line become line feeds, others go.
std::string without_tags(std::string_view html) {
    std::string out;
    for (size_t i = 0; i < html.size(); ++i) {
        if (html[i] != '<') {
            out += html[i];
            continue;
        }
        const size_t end = html.find('>', i);
        if (end == std::string_view::npos) break;
        std::string_view tag = html.substr(i + 1, end - i - 1);
        if (tag.starts_with('/')) tag.remove_prefix(1);
        for (const std::string_view line : {"br", "div", "p", "li", "tr", "h1", "h2", "h3", "hr"})
            if (tag.starts_with(line) &&
                (tag.size() == line.size() || tag[line.size()] == ' ' || tag[line.size()] == '/'))
                out += '\n';
        i = end;
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> references{
        {{"&nbsp;", " "}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&times;", "×"}, {"&amp;", "&"}}};
    for (const auto& [from, to] : references)
        for (size_t at = out.find(from); at != std::string::npos; at = out.find(from, at + to.size()))
            out.replace(at, from.size(), to);
    return out;
}

std::optional<int> whole_number(std::string_view text) {
    int out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool is_one = error == std::errc() && end == text.data() + text.size();
    return is_one && out >= 1 && out <= 1'000'000 ? std::optional(out) : std::nullopt;
}

} // namespace

std::string plain_label(std::string_view label, std::string_view style) {
    const bool is_html = style.find("html=1") != std::string_view::npos;
    constexpr size_t most = 20'000; // nobody reads more, and it takes time with its square
    if (label.size() > most) {
        label = label.substr(0, most);
        label.remove_suffix(unfinished_bytes(label));
    }
    const std::string text = is_html ? without_tags(label) : std::string(label);
    std::string out;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(std::string_view(text).substr(at, end - at));
        if (!line.empty()) out += (out.empty() ? "" : "\n") + std::string(line);
        at = end + 1;
    }
    return out;
}

CountedLabel counted_label(std::string_view line) {
    line = trimmed(line);
    for (const std::string_view sign : {"×", "x", "X", "*"}) {
        // "DGX H100 × 32", "DGX H100 x32"
        const size_t last = line.rfind(sign);
        if (last != std::string_view::npos && last > 0 && (sign == "×" || line[last - 1] == ' '))
            if (const auto count = whole_number(trimmed(line.substr(last + sign.size()))))
                return {std::string(trimmed(line.substr(0, last))), *count};
        // "32 × DGX H100", "32x DGX H100"
        const size_t first = line.find(sign);
        if (first == std::string_view::npos || first + sign.size() >= line.size()) continue;
        if (sign != "×" && line[first + sign.size()] != ' ') continue;
        if (const auto count = whole_number(trimmed(line.substr(0, first))))
            return {std::string(trimmed(line.substr(first + sign.size()))), *count};
    }
    if (line.ends_with(')'))
        if (const size_t open = line.rfind('('); open != std::string_view::npos && open > 0)
            if (const auto count = whole_number(line.substr(open + 1, line.size() - open - 2)))
                return {std::string(trimmed(line.substr(0, open))), *count};
    return {std::string(line), 1};
}

} // namespace roofrack
