// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/commands/remove_items.h"

#include "editor/document.h"
#include "editor/fragment.h"
#include "editor/item_text.h"

#include <unordered_set>

namespace roofrack {
namespace {

template<class Item, class RemovedItem>
void put_back(std::vector<Item>& items, const std::vector<RemovedItem>& removed) {
    for (const RemovedItem& one : removed)
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(one.index), one.item);
}

template<class Item, class RemovedItem>
void take_out(std::vector<Item>& items, const std::vector<RemovedItem>& removed) {
    for (auto one = removed.rbegin(); one != removed.rend(); ++one)
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(one->index));
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
    setText(Document::tr("Remove %1").arg(title_of(ids, cluster)));
}

void RemoveItems::apply(Project& project, bool forward) {
    Cluster& cluster = scenario(project).cluster;
    if (forward) {
        take_out(cluster.elements, m_elements);
        take_out(cluster.links, m_links);
    } else {
        put_back(cluster.elements, m_elements);
        put_back(cluster.links, m_links);
    }
}

} // namespace roofrack
