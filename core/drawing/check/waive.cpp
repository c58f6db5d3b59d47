// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/waive.h"

#include "core/base/model/finding.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace roofrack {

namespace {

/// A waiver that may name thousands of places.
struct WaiverPlaces {
    explicit WaiverPlaces(const Waiver& of)
        : waiver(of)
        , places(of.where.begin(), of.where.end()) {}
    bool covers(const Finding& finding) const {
        return finding.id == waiver.rule && finding.where.empty() == places.empty() &&
               std::ranges::all_of(finding.where,
                                   [this](const std::string& id) { return places.contains(id); });
    }

    const Waiver& waiver;
    std::unordered_set<std::string_view> places;
    std::vector<Finding> covered = {};
};

bool is_of(const Waiver& waiver, RuleScope scope) {
    const Rule* rule = find_rule(waiver.rule);
    return (rule ? rule->scope : RuleScope::drawing) == scope;
}

} // namespace

bool covers(const Waiver& waiver, const Finding& finding) { return WaiverPlaces(waiver).covers(finding); }

Waiver waiver_of(const Finding& finding, std::string reason) {
    return {finding.id, finding.where, std::move(reason)};
}

Finding idle_waiver(const Waiver& waiver) {
    return {Severity::info,
            std::string(finding_id::idle_waiver),
            find_rule(waiver.rule)
                ? fmt::format("A waiver of '{}' waives nothing: “{}”", waiver.rule, waiver.reason)
                : fmt::format("A waiver names the rule '{}', which does not exist: “{}”", waiver.rule,
                              waiver.reason),
            "What was waived is not found any more, or at other places too.",
            "Remove the waiver.",
            waiver.where};
}

std::vector<Finding> idle_waivers(const std::vector<Waiver>& waivers,
                                  const std::vector<WaivedFinding>& waived, RuleScope scope) {
    std::vector<Finding> out;
    for (const Waiver& waiver : waivers)
        if (is_of(waiver, scope) && std::ranges::none_of(waived, [&](const WaivedFinding& each) {
                return covers(waiver, each.finding);
            }))
            out.push_back(idle_waiver(waiver));
    return out;
}

void withdraw_waiver(std::vector<Waiver>& waivers, const Finding& finding) {
    std::erase_if(waivers, [&](const Waiver& waiver) {
        return covers(waiver, finding) || idle_waiver(waiver) == finding;
    });
}

Findings set_aside(std::vector<Finding> found, const std::vector<Waiver>& waivers) {
    if (waivers.empty()) return {std::move(found), {}};
    const std::vector<WaiverPlaces> all(waivers.begin(), waivers.end());
    Findings out;
    for (Finding& finding : found) {
        const auto by =
            std::ranges::find_if(all, [&](const WaiverPlaces& each) { return each.covers(finding); });
        if (by == all.end())
            out.open.push_back(std::move(finding));
        else
            out.waived.push_back({std::move(finding), by->waiver.reason});
    }
    return out;
}

Findings waive(std::vector<Finding> found, const std::vector<Waiver>& waivers, RuleScope scope) {
    std::vector<WaiverPlaces> all;
    for (const Waiver& waiver : waivers)
        if (is_of(waiver, scope)) all.emplace_back(waiver);
    Findings out;
    for (Finding& finding : found) {
        const auto by =
            std::ranges::find_if(all, [&](const WaiverPlaces& each) { return each.covers(finding); });
        (by == all.end() ? out.open : by->covered).push_back(std::move(finding));
    }
    merge_alike(out.open);
    for (WaiverPlaces& each : all) {
        if (each.covered.empty()) out.open.push_back(idle_waiver(each.waiver));
        merge_alike(each.covered);
        for (Finding& finding : each.covered) out.waived.push_back({std::move(finding), each.waiver.reason});
    }
    put_gravest_first(out.open);
    std::ranges::stable_sort(out.waived, {}, [](const WaivedFinding& each) { return each.finding.severity; });
    return out;
}

} // namespace roofrack
