// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/selection.h"

#include "widgets/editor/item_index.h"

#include <algorithm>
#include <unordered_set>

namespace roofrack {

Selection::Selection(QObject* parent)
    : QObject(parent) {}

bool Selection::contains(std::string_view id) const {
    return std::find(m_ids.begin(), m_ids.end(), id) != m_ids.end();
}

void Selection::set(std::vector<std::string> ids) {
    std::unordered_set<std::string> seen;
    std::erase_if(ids, [&](const std::string& id) { return id.empty() || !seen.insert(id).second; });
    if (ids == m_ids) return;
    m_ids = std::move(ids);
    Q_EMIT changed();
}

void Selection::add(const std::vector<std::string>& ids) {
    std::vector<std::string> all = m_ids;
    all.insert(all.end(), ids.begin(), ids.end());
    set(std::move(all));
}

void Selection::toggle(const std::string& id) {
    std::vector<std::string> all = m_ids;
    if (std::erase(all, id) == 0) all.push_back(id);
    set(std::move(all));
}

void Selection::prune(const Cluster& cluster) {
    if (m_ids.empty()) return;
    std::vector<std::string> left = m_ids;
    const ItemIndex elements(cluster.elements, left.size());
    const ItemIndex links(cluster.links, left.size());
    std::erase_if(left, [&](const std::string& id) { return !elements.find(id) && !links.find(id); });
    set(std::move(left));
}

} // namespace roofrack
