// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/columns.h"

#include "core/base/units/printable.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack::cli {

namespace {

/// The byte goes on with a character that began before it.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

} // namespace

size_t characters(std::string_view text) {
    return text.size() - static_cast<size_t>(std::ranges::count_if(text, goes_on));
}

std::string cut(std::string text, size_t most_bytes) {
    if (text.size() <= most_bytes) return text;
    size_t end = most_bytes - 1;
    while (end > 0 && goes_on(text[end])) --end;
    return text.substr(0, end) + "…";
}

void Columns::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = printable_line(cell);
    m_lines.push_back(std::move(cells));
}

std::string Columns::in_markdown() const {
    std::string out = "| " + fmt::format("{}", fmt::join(m_heads, " | ")) + " |\n|";
    for (size_t i = 0; i < m_heads.size(); ++i) out += i < m_texts ? "---|" : "--:|";
    out += "\n";
    for (const auto& line : m_lines) out += "| " + fmt::format("{}", fmt::join(line, " | ")) + " |\n";
    return out;
}

std::string Columns::lines() const {
    if (m_markdown) return in_markdown();
    std::vector<size_t> widths;
    for (size_t i = 0; i < m_heads.size(); ++i) {
        widths.push_back(characters(m_heads[i]));
        for (const auto& line : m_lines) widths[i] = std::max(widths[i], characters(line[i]));
    }
    std::string out;
    const auto append = [&](const std::vector<std::string>& line) {
        std::string row;
        for (size_t i = 0; i < line.size(); ++i) {
            const std::string space(widths[i] - characters(line[i]), ' ');
            row += (i > 0 ? "  " : "") + (i < m_texts ? line[i] + space : space + line[i]);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        out += row + "\n";
    };
    append(m_heads);
    for (const auto& line : m_lines) append(line);
    return out;
}

} // namespace roofrack::cli
