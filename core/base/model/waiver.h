// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace roofrack {

/// A finding that its architect accepts. It covers the findings of a rule all of whose places it names, so
/// that the same fault elsewhere is found all the same; without places those that name none.
struct Waiver {
    std::string rule;               ///< id of the rule (core/drawing/check/rule_table.h)
    std::vector<std::string> where; ///< element and link ids
    std::string reason;             ///< in the architect's words
    bool operator==(const Waiver&) const = default;
};

/// Takes places out that are drawn no more; a waiver goes with the last of its own.
void remove_places(std::vector<Waiver>& waivers, const std::unordered_set<std::string_view>& removed);

} // namespace roofrack
