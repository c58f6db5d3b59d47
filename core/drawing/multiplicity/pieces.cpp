// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/multiplicity/pieces.h"

#include "core/drawing/containment.h"
#include "core/drawing/counted_name.h"
#include "core/drawing/element_index.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

std::string id_stem(const Cluster& cluster, const std::string& id) {
    const size_t dash = id.find_last_not_of("0123456789");
    if (dash == std::string::npos || dash == 0 || id[dash] != '-' || dash + 1 == id.size()) return id;
    const std::string stem = id.substr(0, dash);
    return cluster.find(stem) ? stem : id;
}

namespace {

/// Puts the elements that stand in one of the `tops`, these included, in the order of the tops; all others
/// keep their places.
void draw_in_order(Cluster& cluster, const std::vector<std::string>& tops) {
    const auto containment = Containment::make(cluster);
    if (!containment) return;
    std::map<int, size_t> order;
    for (size_t i = 0; i < tops.size(); ++i) order[containment->index(tops[i])] = i;
    std::vector<std::pair<size_t, size_t>> moved; // by top, by place
    std::vector<size_t> places;
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        for (int up = static_cast<int>(i); up >= 0; up = containment->parent(up))
            if (const auto top = order.find(up); top != order.end()) {
                moved.emplace_back(top->second, i);
                places.push_back(i);
                break;
            }
    std::ranges::sort(moved);
    std::vector<Element> elements;
    for (const auto& [top, place] : moved) elements.push_back(std::move(cluster.elements[place]));
    for (size_t i = 0; i < places.size(); ++i) cluster.elements[places[i]] = std::move(elements[i]);
}

} // namespace

void number_pieces(Cluster& cluster, const Cluster& before, const std::vector<SplitPiece>& pieces) {
    std::map<std::string, std::string> origins;
    std::map<std::string, std::vector<std::string>> groups; // by the id of the group of `before`
    for (const SplitPiece& piece : pieces) {
        const auto known = origins.find(piece.from);
        const std::string origin = known == origins.end() ? piece.from : known->second;
        origins[piece.id] = origin;
        auto& group = groups[origin];
        if (group.empty()) group.push_back(origin);
        group.push_back(piece.id);
    }
    for (const auto& [origin, group] : groups) {
        const Element* was = before.find(origin);
        if (!was || was->name.empty() || was->count != static_cast<int>(group.size())) continue;
        draw_in_order(cluster, group);
        std::set<std::string_view> taken; // by what was split from the same group earlier
        for (const Element& element : before.elements)
            if (element.id != origin) taken.insert(element.name);
        const CountedName name = counted_name(was->name);
        const int all = name.of > 0 ? name.of : was->count;
        const ElementIndex index(cluster);
        int number = 0;
        for (const std::string& id : group) {
            std::string numbered;
            do numbered = fmt::format("{} ({} of {})", name.base, ++number, all);
            while (taken.contains(numbered));
            if (number > all) break;
            cluster.elements[static_cast<size_t>(index.position(id))].name = numbered;
        }
    }
}

std::string split_origin(const Cluster& cluster, std::string_view id) {
    const Element* copy = cluster.find(id);
    if (!copy) return {};
    const std::string stem = id_stem(cluster, copy->id);
    if (stem == id) return {};
    // A copy follows its original in drawn order.
    for (const Element& element : cluster.elements) {
        if (&element == copy) break;
        if (element.kind == copy->kind && element.parent == copy->parent &&
            id_stem(cluster, element.id) == stem)
            return element.id;
    }
    return cluster.find(stem)->kind == copy->kind ? stem : std::string();
}

void divide_owned(Element& stays, Element& leaves) {
    if (!stays.owned_count) return;
    const int there = std::min(*stays.owned_count, stays.count + leaves.count);
    const int left = std::min(there, stays.count), gone = there - left;
    stays.owned_count = left < stays.count ? std::optional(left) : std::nullopt;
    leaves.owned_count = gone > 0 && gone < leaves.count ? std::optional(gone) : std::nullopt;
    if (gone == 0 && leaves.procurement != Procurement::sell) leaves.procurement = Procurement::buy;
}

} // namespace roofrack
