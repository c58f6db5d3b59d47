// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/p2p/zones.h"

#include <algorithm>
#include <set>

namespace roofrack {

namespace {

using GroupSet = std::set<int>;

/// Racks of a group in the order of its members, each once; nothing where they do not hold as many each.
std::vector<std::string> racks_of(const P2pFile& file, const NodeGroup& group) {
    std::vector<std::string> out;
    for (const size_t member : group.members) {
        const std::string& rack = file.nodes[member].rack;
        if (rack.empty()) return {};
        if (out.empty() || out.back() != rack) out.push_back(rack);
    }
    const size_t members = group.members.size();
    if (std::set(out.begin(), out.end()).size() != out.size() || members % out.size() != 0) return {};
    for (size_t i = 0; i < members; ++i)
        if (file.nodes[group.members[i]].rack != out[i * out.size() / members]) return {};
    return out;
}

void add_to_zones(std::vector<std::pair<Zone, GroupSet>>& zones, int64_t blocks, bool is_rack,
                  GroupSet groups) {
    for (auto at = zones.begin(); at != zones.end();) {
        const bool meets = std::ranges::any_of(groups, [&](int group) { return at->second.contains(group); });
        if (at->first.blocks == blocks && at->first.is_rack == is_rack && meets) {
            groups.insert(at->second.begin(), at->second.end());
            at = zones.erase(at);
        } else
            ++at;
    }
    zones.push_back({Zone{blocks, is_rack, {}, -1}, std::move(groups)});
}

} // namespace

std::optional<std::vector<Zone>> find_zones(const P2pFile& file, const GroupedNodes& grouped,
                                            bool with_racks) {
    std::vector<std::pair<Zone, GroupSet>> found;
    for (const GroupLink& link : grouped.links)
        if (link.link.blocks > 1) add_to_zones(found, link.link.blocks, false, {link.a, link.b});
    if (with_racks) {
        std::map<std::vector<std::string>, GroupSet> racks;
        for (size_t i = 0; i < grouped.groups.size(); ++i)
            if (auto names = racks_of(file, grouped.groups[i]); !names.empty())
                racks[std::move(names)].insert(static_cast<int>(i));
        // A rack that two lists share would be drawn twice.
        std::map<std::string, int> lists;
        for (const auto& [names, groups] : racks)
            for (const std::string& name : names) ++lists[name];
        for (const auto& [names, groups] : racks)
            if (std::ranges::all_of(names, [&](const std::string& name) { return lists[name] == 1; }))
                add_to_zones(found, static_cast<int64_t>(names.size()), true, groups);
    }
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) {
        return std::pair(a.first.blocks, a.first.is_rack) < std::pair(b.first.blocks, b.first.is_rack);
    });
    std::vector<Zone> out;
    for (auto& [zone, groups] : found) {
        zone.groups.assign(groups.begin(), groups.end());
        // All of it stands in the same zone, or in none.
        std::set<int> around;
        for (const int group : zone.groups) around.insert(zone_of(out, group));
        if (around.size() > 1) return std::nullopt;
        zone.parent = *around.begin();
        const int64_t outer = zone.parent < 0 ? 1 : out[static_cast<size_t>(zone.parent)].blocks;
        if (zone.blocks % outer != 0) return std::nullopt;
        out.push_back(std::move(zone));
    }
    return out;
}

int zone_of(const std::vector<Zone>& zones, int group) {
    for (size_t i = zones.size(); i > 0; --i)
        if (std::ranges::binary_search(zones[i - 1].groups, group)) return static_cast<int>(i - 1);
    return -1;
}

} // namespace roofrack
