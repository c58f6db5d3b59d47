// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units/nearest.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <vector>

namespace roofrack {

namespace {

size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t(0));
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    constexpr size_t longest_word = 100; // nobody mistypes more, and the distance costs its square
    if (word.empty() || word.size() > longest_word) return {};
    size_t best = std::max<size_t>(2, word.size() / 3) + 1;
    const std::string* found = nullptr;
    for (const std::string& candidate : candidates) {
        const size_t d = distance(word, candidate);
        if (d < best && d < candidate.size()) {
            best = d;
            found = &candidate;
        }
    }
    return found ? *found : std::string();
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
    if (const std::string near = nearest(word, candidates); !near.empty())
        return fmt::format("did you mean '{}'?", near);
    constexpr size_t most_named = 12; // a line or two
    const auto named = candidates.first(std::min(candidates.size(), most_named));
    const size_t more = candidates.size() - named.size();
    return fmt::format("it knows {}{}", fmt::join(named, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : std::string());
}

} // namespace roofrack
