// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/traced_collectives.h"

#include <cmath>
#include <map>

namespace roofrack {

Result<void> compare_with_fabric(TraceAnalysis& analysis, const Scenario& scenario, const Catalog& catalog) {
    for (CollectiveClass& each : analysis.collectives) {
        each.expected_bus_bytes_per_s.reset();
        each.of_expected.reset();
    }
    const auto on = tested_fabric(scenario, catalog);
    if (!on) return tl::unexpected(on.error());
    std::map<int, std::optional<TestedGroup>> groups;
    for (CollectiveClass& each : analysis.collectives) {
        const auto known = traced_collective(each.kind);
        if (!known || !each.bytes || !each.group_size || *each.group_size < 2 || !each.bus_bytes_per_s)
            continue;
        const auto [group, added] = groups.try_emplace(*each.group_size);
        if (added)
            if (const auto ranks = group_of(*on, *each.group_size)) group->second.emplace(on->group(*ranks));
        if (!group->second) continue;
        const double expected =
            group->second->expect(*known, static_cast<double>(*each.bytes)).bus_bandwidth.si();
        if (!std::isfinite(expected) || expected <= 0) continue;
        each.expected_bus_bytes_per_s = expected;
        each.of_expected = *each.bus_bytes_per_s / expected;
    }
    return {};
}

} // namespace roofrack
