// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/drawn_difference.h"

#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

/// Servers of one name: how many more of them there are.
using MoreServers = std::vector<std::pair<std::string, double>>;

void add_servers(MoreServers& more, const BillOfMaterials& bill, double sign) {
    for (const BillRow& row : bill.rows) {
        if (row.group != BillGroup::server || row.procurement == Procurement::sell) continue;
        auto known = more.begin();
        while (known != more.end() && known->first != row.name) ++known;
        if (known == more.end()) known = more.insert(known, {row.name, 0});
        known->second += sign * row.count;
    }
}

} // namespace

std::string server_difference(const BillOfMaterials& from, const BillOfMaterials& to) {
    constexpr double least = 0.5; // counts are whole
    MoreServers more;
    add_servers(more, from, -1);
    add_servers(more, to, 1);
    std::string out;
    for (const bool comes : {true, false})
        for (const auto& [name, count] : more)
            if (std::abs(count) >= least && (count > 0) == comes)
                out += fmt::format("{}{}{} {}", out.empty() ? "" : ", ", comes ? "+" : "−",
                                   format_count(std::abs(count)), name);
    return out;
}

} // namespace roofrack
