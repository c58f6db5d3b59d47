// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/add_items.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace roofrack {
namespace {

QString step_name(const std::vector<Element>& elements, const std::vector<Link>& links) {
    const size_t items = elements.size() + links.size();
    if (items > 1) return Document::tr("Add %1 items").arg(items);
    if (!elements.empty()) return Document::tr("Add %1").arg(title_of(elements[0]));
    return Document::tr("Add link");
}

} // namespace

AddItems::AddItems(Document& document, const std::vector<Element>& elements, const std::vector<Link>& links,
                   const QString& text)
    : EditCommand(document, CommandKind::add_items, text) {
    std::unordered_set<std::string> taken;
    for (const Element& element : document.cluster().elements) taken.insert(element.id);
    for (const Link& link : document.cluster().links) taken.insert(link.id);
    for (const Element& element : elements)
        if (!element.id.empty() && taken.insert(element.id).second) m_elements.push_back(element);
    // What would stand or end in nothing could not be saved.
    std::unordered_set<std::string_view> drawn;
    for (const auto* all : {&document.cluster().elements, &std::as_const(m_elements)})
        for (const Element& element : *all) drawn.insert(element.id);
    for (Element& element : m_elements)
        if (!drawn.contains(element.parent)) element.parent.clear();
    for (const Link& link : links)
        if (drawn.contains(link.from) && drawn.contains(link.to) && !link.id.empty() &&
            taken.insert(link.id).second)
            m_links.push_back(link);
    if (text.isEmpty()) setText(step_name(m_elements, m_links));
}

void AddItems::apply(Project& project, bool forward) {
    Cluster& cluster = scenario(project).cluster;
    if (forward) {
        cluster.elements.insert(cluster.elements.end(), m_elements.begin(), m_elements.end());
        cluster.links.insert(cluster.links.end(), m_links.begin(), m_links.end());
    } else { // later edits are undone before, so they are the last ones again
        cluster.elements.resize(cluster.elements.size() - m_elements.size());
        cluster.links.resize(cluster.links.size() - m_links.size());
    }
}

} // namespace roofrack
