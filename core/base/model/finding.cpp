// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/finding.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace roofrack {

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::critical: return "critical";
    case Severity::warning: return "warning";
    case Severity::info: break;
    }
    return "info";
}

void put_gravest_first(std::vector<Finding>& findings, const std::optional<Resource>& binding) {
    std::ranges::stable_sort(findings, {}, [&](const Finding& each) {
        return std::pair(each.severity, !binding || each.binds != binding);
    });
}

const Finding* gravest_of(const std::vector<Finding>& findings) {
    const auto found = std::ranges::min_element(findings, {}, &Finding::severity);
    return found == findings.end() ? nullptr : &*found;
}

void merge_alike(std::vector<Finding>& findings, size_t most) {
    std::map<
        std::tuple<Severity, std::string_view, std::string_view, std::string_view, std::optional<StepPart>>,
        std::vector<size_t>>
        kinds;
    for (size_t i = 0; i < findings.size(); ++i) {
        const Finding& f = findings[i];
        kinds[{f.severity, f.id, f.why, f.mitigation, f.part}].push_back(i);
    }
    std::vector<bool> merged(findings.size());
    std::vector<std::pair<size_t, Finding>> wholes;
    for (const auto& [kind, members] : kinds) {
        if (members.size() <= most) continue;
        Finding whole = findings[members.front()];
        whole.message +=
            fmt::format(", and {} more like it", format_count(static_cast<double>(members.size() - 1)));
        std::unordered_set<std::string_view> seen(whole.where.begin(), whole.where.end());
        std::vector<std::string> places = whole.where;
        for (const size_t i : members) {
            for (const std::string& place : findings[i].where)
                if (seen.insert(place).second) places.push_back(place);
            merged[i] = i != members.front();
        }
        whole.where = std::move(places);
        wholes.emplace_back(members.front(), std::move(whole));
    }
    for (auto& [i, whole] : wholes) findings[i] = std::move(whole);
    size_t kept = 0;
    for (size_t i = 0; i < findings.size(); ++i)
        if (!merged[i]) {
            if (kept != i) findings[kept] = std::move(findings[i]);
            ++kept;
        }
    findings.resize(kept);
}

} // namespace roofrack
