// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/fragment.h"

#include "core/drawing/bill/procurement.h"
#include "widgets/editor/free_ids.h"

#include <string_view>
#include <unordered_map>

namespace roofrack {

std::unordered_set<std::string> with_contents(const Cluster& cluster, const std::vector<std::string>& ids) {
    std::unordered_multimap<std::string, const Element*> children;
    for (const Element& element : cluster.elements) children.emplace(element.parent, &element);
    std::unordered_set<std::string> all;
    std::vector<std::string> open = ids;
    while (!open.empty()) {
        const std::string id = std::move(open.back());
        open.pop_back();
        if (id.empty() || !all.insert(id).second) continue;
        const auto [first, last] = children.equal_range(id);
        for (auto child = first; child != last; ++child) open.push_back(child->second->id);
    }
    return all;
}

Fragment copy_fragment(const Cluster& cluster, const std::vector<std::string>& ids) {
    const std::unordered_set<std::string> all = with_contents(cluster, ids);
    Fragment fragment;
    for (const Element& element : cluster.elements)
        if (all.count(element.id)) fragment.elements.push_back(element);
    for (const Link& link : cluster.links)
        if (all.count(link.id) || (all.count(link.from) && all.count(link.to)))
            fragment.links.push_back(link);
    return fragment;
}

bool buy_copies(const Cluster& cluster, Fragment& fragment) {
    const std::vector<Procurement> procurements = procurements_of(cluster);
    std::unordered_map<std::string_view, ElementKind> originals; // what is owned or to be sold, by id
    for (size_t i = 0; i < procurements.size(); ++i)
        if (procurements[i] == Procurement::owned || procurements[i] == Procurement::sell)
            originals.emplace(cluster.elements[i].id, cluster.elements[i].kind);
    std::unordered_set<std::string> there;
    for (const Element& element : fragment.elements)
        if (const auto original = originals.find(element.id);
            original != originals.end() && original->second == element.kind)
            there.insert(element.id);
    return buy_copies(fragment, there);
}

bool buy_copies(Fragment& fragment, const std::unordered_set<std::string>& there) {
    std::unordered_set<std::string> copied;
    for (const Element& element : fragment.elements) copied.insert(element.id);
    bool is_any = false;
    for (Element& element : fragment.elements) {
        if (element.kind == ElementKind::note || !there.contains(element.id)) continue;
        element.owned_count.reset();
        element.sale_price.reset(); // nobody sells what is yet to be bought
        // What stands in a copy goes with it, where it says nothing of its own.
        if (copied.contains(element.parent) && element.procurement == Procurement::inherited) continue;
        element.procurement = Procurement::buy;
        is_any = true;
    }
    return is_any;
}

Fragment renamed_for(const Cluster& cluster, Fragment fragment, Position offset) {
    FreeIds ids(cluster);
    std::unordered_set<std::string> elements;
    for (const Element& element : cluster.elements) elements.insert(element.id);
    std::unordered_map<std::string, std::string> renamed;
    for (Element& element : fragment.elements) {
        const std::string id = ids.take(element.id);
        renamed[element.id] = id;
        element.id = id;
        element.position.x += offset.x;
        element.position.y += offset.y;
    }
    auto follow = [&](std::string& id) {
        if (const auto found = renamed.find(id); found != renamed.end())
            id = found->second;
        else if (!elements.count(id))
            id.clear();
    };
    for (Element& element : fragment.elements) follow(element.parent);
    for (Link& link : fragment.links) {
        link.id = ids.take(link.id);
        follow(link.from);
        follow(link.to);
    }
    std::erase_if(fragment.links, [](const Link& link) { return link.from.empty() || link.to.empty(); });
    return fragment;
}

std::string unique_id(const Cluster& cluster, const std::string& base) { return FreeIds(cluster).take(base); }

} // namespace roofrack
