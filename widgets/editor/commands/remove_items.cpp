// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/remove_items.h"

#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/editor/item_text.h"

#include <unordered_set>

namespace roofrack {
namespace {

template<class Item, class RemovedItem>
void put_back(std::vector<Item>& items, const std::vector<RemovedItem>& removed) {
    if (removed.empty()) return;
    std::vector<Item> whole;
    whole.reserve(items.size() + removed.size());
    auto next = removed.begin();
    for (Item& item : items) {
        for (; next != removed.end() && next->index == whole.size(); ++next) whole.push_back(next->item);
        whole.push_back(std::move(item));
    }
    for (; next != removed.end(); ++next) whole.push_back(next->item);
    items = std::move(whole);
}

template<class Item, class RemovedItem>
void take_out(std::vector<Item>& items, const std::vector<RemovedItem>& removed) {
    if (removed.empty()) return;
    size_t kept = removed.front().index;
    auto next = removed.begin();
    for (size_t i = kept; i < items.size(); ++i) {
        if (next != removed.end() && next->index == i)
            ++next;
        else
            items[kept++] = std::move(items[i]);
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(kept), items.end());
}

} // namespace

RemoveItems::RemoveItems(Document& document, const std::vector<std::string>& ids)
    : EditCommand(document, CommandKind::remove_items, {}) {
    const Cluster& cluster = document.cluster();
    const std::unordered_set<std::string> gone = with_contents(cluster, ids);
    for (size_t i = 0; i < cluster.elements.size(); ++i)
        if (gone.count(cluster.elements[i].id)) m_elements.push_back({i, cluster.elements[i]});
    for (size_t i = 0; i < cluster.links.size(); ++i) {
        const Link& link = cluster.links[i];
        if (gone.count(link.id) || gone.count(link.from) || gone.count(link.to)) m_links.push_back({i, link});
    }
    m_old_waivers = m_new_waivers = cluster.waivers;
    std::unordered_set<std::string_view> removed;
    for (const auto& each : m_elements) removed.insert(each.item.id);
    for (const auto& each : m_links) removed.insert(each.item.id);
    remove_places(m_new_waivers, removed);
    setText(Document::tr("Remove %1").arg(title_of(ids, cluster)));
}

void RemoveItems::apply(Project& project, bool forward) {
    Cluster& cluster = scenario(project).cluster;
    cluster.waivers = forward ? m_new_waivers : m_old_waivers;
    if (forward) {
        take_out(cluster.elements, m_elements);
        take_out(cluster.links, m_links);
    } else {
        put_back(cluster.elements, m_elements);
        put_back(cluster.links, m_links);
    }
}

} // namespace roofrack
