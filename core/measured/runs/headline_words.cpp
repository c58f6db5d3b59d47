// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/headline_words.h"

#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

std::string headline_time(double seconds) { return format_quantity(seconds, Dimension::time, 3); }

std::string headline_mean(size_t count) {
    return count > 1 ? fmt::format(" (mean of {})", count) : std::string();
}

std::string headline_mean(size_t count, double mean, double median) {
    const std::string other = headline_time(median);
    return count > 1 && other != headline_time(mean) ? fmt::format(" (mean of {}; median {})", count, other)
                                                     : headline_mean(count);
}

std::string headline_share(double share) {
    return share_in_percent(share, 100 * share >= 9.95 || share <= 0 ? 0 : 1);
}

std::string headline_shares(std::vector<std::pair<std::string_view, double>> parts, double whole) {
    constexpr double least = 1e-2;
    std::ranges::stable_sort(parts, std::ranges::greater{}, &std::pair<std::string_view, double>::second);
    std::erase_if(parts, [&](const auto& part) { return part.second < least * whole; });
    std::vector<std::string> words;
    for (const auto& [label, part] : parts)
        words.push_back(fmt::format("{} {}", label, headline_share(part / whole)));
    return word_list(words);
}

} // namespace roofrack
