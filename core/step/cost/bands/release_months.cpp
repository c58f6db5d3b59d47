// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/bands/release_months.h"

#include "core/base/constants/embedded.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/json_fields.h"
#include "core/step/cost/parameters.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace roofrack {

namespace {

struct Release {
    std::string name; ///< in lower case
    int month = 0;    ///< since the year 0
};

/// "2024-11" → months since the year 0; 0 when it is no month.
int month_of(std::string_view text) {
    int year = 0, month = 0;
    const char *begin = text.data(), *end = begin + text.size();
    const auto [rest, error] = std::from_chars(begin, end, year);
    if (error != std::errc{} || rest == end || *rest != '-') return 0;
    if (std::from_chars(rest + 1, end, month).ec != std::errc{} || month < 1 || month > 12) return 0;
    return 12 * year + month - 1;
}

std::vector<Release> read_releases() {
    std::vector<Release> out;
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.path != "resources/cost/releases.json") continue;
        const auto json = json_or_discarded(file.contents);
        if (!json.is_object() || !json.contains("releases")) continue;
        for (const auto& entry : json["releases"])
            if (const int month = month_of(entry.value("month", "")); month > 0)
                out.push_back({lower(entry.value("name", "")), month});
    }
    return out;
}

} // namespace

int release_month(std::string_view software) {
    static const std::vector<Release> releases = read_releases();
    const std::string text = lower(software);
    const Release* best = nullptr; // the longest name: "neuron sdk 2.13.1" is not 2.13
    for (const Release& release : releases)
        if (has(text, release.name) && (!best || release.name.size() > best->name.size())) best = &release;
    if (best) return best->month;
    const double year = release_year(software);
    return year > 0 ? static_cast<int>(std::floor(12 * year + 1e-6)) : 0;
}

} // namespace roofrack
