// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace roofrack::cli {

/// Lines of columns, padded for a terminal or with bars for Markdown. The first column is text, as is the
/// second where `texts` says so.
class Columns {
public:
    Columns(bool markdown, std::vector<std::string> heads, size_t texts)
        : m_markdown(markdown)
        , m_heads(std::move(heads))
        , m_texts(texts) {}
    void add(std::vector<std::string> cells) { m_lines.push_back(std::move(cells)); }

    std::string text() const {
        std::string out;
        if (m_markdown) {
            out += "| " + fmt::format("{}", fmt::join(m_heads, " | ")) + " |\n|";
            for (size_t i = 0; i < m_heads.size(); ++i) out += i < m_texts ? "---|" : "--:|";
            out += "\n";
            for (const auto& line : m_lines) out += "| " + fmt::format("{}", fmt::join(line, " | ")) + " |\n";
            return out + "\n";
        }
        std::vector<size_t> widths;
        for (size_t i = 0; i < m_heads.size(); ++i) {
            widths.push_back(length(m_heads[i]));
            for (const auto& line : m_lines) widths[i] = std::max(widths[i], length(line[i]));
        }
        const auto append = [&](const std::vector<std::string>& line) {
            for (size_t i = 0; i < line.size(); ++i) {
                const std::string space(widths[i] - length(line[i]), ' ');
                out += i < m_texts ? line[i] + space : space + line[i];
                out += i + 1 < line.size() ? "  " : "\n";
            }
        };
        append(m_heads);
        for (const auto& line : m_lines) append(line);
        return out + "\n";
    }

private:
    /// Characters of UTF-8 text.
    static size_t length(const std::string& text) {
        size_t count = 0;
        for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        return count;
    }

    bool m_markdown;
    std::vector<std::string> m_heads;
    size_t m_texts;
    std::vector<std::vector<std::string>> m_lines;
};

} // namespace roofrack::cli
