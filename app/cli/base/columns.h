// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/printable.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack::cli {

/// Characters of UTF-8 text, as far as a terminal shows one a code point.
size_t characters(std::string_view text);
/// The text, or as much of it as leaves room for a "…" within so many bytes; never half a character.
std::string cut(std::string text, size_t most_bytes);

/// The width of a column of names, as print_text() shows them: the longest's, and at least that many
/// characters.
template<class Items, class Name>
size_t column_width(size_t least, const Items& items, const Name& name) {
    for (const auto& each : items)
        least = std::max(least, characters(printable_line(std::invoke(name, each))));
    return least;
}

/// Lines of columns, padded for a terminal or with bars for Markdown. The first `texts` columns are text and
/// stand on the left, the others on the right.
class Columns {
public:
    Columns(bool markdown, std::vector<std::string> heads, size_t texts)
        : m_markdown(markdown)
        , m_heads(std::move(heads))
        , m_texts(texts) {}
    /// As many cells as there are heads; what would break a line is shown as printable_line() does.
    void add(std::vector<std::string> cells);

    std::string lines() const;
    /// The lines, and an empty one.
    std::string text() const { return lines() + "\n"; }

private:
    std::string in_markdown() const;

    bool m_markdown;
    std::vector<std::string> m_heads;
    size_t m_texts;
    std::vector<std::vector<std::string>> m_lines;
};

} // namespace roofrack::cli
