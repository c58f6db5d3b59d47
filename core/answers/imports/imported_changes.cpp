// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/imports/imported_changes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::optional<double> number_in_cell(const std::string& cell) {
    double out = 0;
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), out);
    const bool whole = read.ec == std::errc() && read.ptr == cell.data() + cell.size();
    return whole && std::isfinite(out) ? std::optional(out) : std::nullopt;
}

std::string ImportedChange::text() const {
    const auto shown = [](const std::string& cell) {
        const auto number = number_in_cell(cell);
        return cell.empty() ? std::string("–") : number ? fmt::format("{:.6g}", *number) : cell;
    };
    return fmt::format("{}: {} → {}", what, shown(before), shown(after));
}

size_t ImportedChanges::taken() const {
    const auto listed =
        std::ranges::count_if(list, [](const ImportedChange& each) { return each.refused.empty(); });
    return static_cast<size_t>(listed) + more;
}

} // namespace roofrack
