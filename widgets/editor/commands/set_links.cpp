// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_links.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"

#include <algorithm>

namespace roofrack {

SetLinks::SetLinks(Document& document, const std::vector<Link>& updated, const QString& field)
    : EditCommand(document, CommandKind::set_links, {})
    , m_field(field) {
    std::vector<std::string> ids;
    const ItemIndex index(document.cluster().links, updated.size());
    for (const Link& link : updated) {
        const Link* present = index.find(link.id);
        if (!present) continue;
        m_old.push_back(*present);
        m_new.push_back(link);
        ids.push_back(link.id);
    }
    setText(Document::tr("Set %1 of %2").arg(field, title_of(ids, document.cluster())));
}

void SetLinks::apply(Project& project, bool forward) {
    const ItemIndex index(scenario(project).cluster.links, m_new.size());
    for (const Link& value : forward ? m_new : m_old)
        if (Link* link = index.find(value.id)) *link = value;
}

bool SetLinks::absorb(const EditCommand& later) {
    const auto& edit = static_cast<const SetLinks&>(later);
    const bool same = m_field == edit.m_field &&
                      std::equal(m_new.begin(), m_new.end(), edit.m_new.begin(), edit.m_new.end(),
                                 [](const Link& a, const Link& b) { return a.id == b.id; });
    if (!same) return false;
    m_new = edit.m_new;
    return true;
}

} // namespace roofrack
