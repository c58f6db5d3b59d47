// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/imported_changes.h"

#include "core/answers/handover/workbook_rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

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
