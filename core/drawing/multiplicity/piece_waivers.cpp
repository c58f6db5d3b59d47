// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/piece_waivers.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace roofrack {

namespace {

/// True when one was renamed.
bool rename_places(Waiver& waiver, const MergedPlaces& merged) {
    bool changed = false;
    std::unordered_set<std::string> named;
    std::vector<std::string> where;
    for (const std::string& id : waiver.where) {
        const auto now = merged.find(id);
        changed |= now != merged.end();
        const std::string& name = now == merged.end() ? id : now->second;
        if (named.insert(name).second) where.push_back(name);
    }
    if (changed) waiver.where = std::move(where);
    return changed;
}

bool cover_the_same(const Waiver& a, const Waiver& b) {
    if (a.rule != b.rule || a.where.size() != b.where.size()) return false;
    std::vector<std::string_view> one(a.where.begin(), a.where.end()), other(b.where.begin(), b.where.end());
    std::ranges::sort(one);
    std::ranges::sort(other);
    return one == other;
}

} // namespace

void add_places(std::vector<Waiver>& waivers, const PlaceCopies& copies) {
    for (Waiver& waiver : waivers)
        for (size_t i = 0, count = waiver.where.size(); i < count; ++i)
            if (const auto found = copies.find(waiver.where[i]); found != copies.end())
                waiver.where.insert(waiver.where.end(), found->second.begin(), found->second.end());
}

void merge_places(std::vector<Waiver>& waivers, const MergedPlaces& merged) {
    std::vector<Waiver> united;
    for (Waiver& waiver : waivers) {
        const bool changed = rename_places(waiver, merged);
        const auto same = std::ranges::find_if(
            united, [&](const Waiver& other) { return changed && cover_the_same(other, waiver); });
        if (same == united.end())
            united.push_back(std::move(waiver));
        else if (same->reason != waiver.reason)
            same->reason += "; " + waiver.reason;
    }
    waivers = std::move(united);
}

} // namespace roofrack
