// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_elements.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"

#include <algorithm>

namespace roofrack {
namespace {

/// True when only the place and size of the element differ.
bool only_layout_differs(Element a, const Element& b) {
    a.position = b.position;
    a.size = b.size;
    return a == b;
}

} // namespace

SetElements::SetElements(Document& document, const std::vector<Element>& updated, const QString& field)
    : EditCommand(document, CommandKind::set_elements, {})
    , m_field(field)
    , m_changes(Change::layout) {
    std::vector<std::string> ids;
    const ItemIndex index(document.cluster().elements, updated.size());
    for (const Element& element : updated) {
        const Element* present = index.find(element.id);
        if (!present) continue;
        if (!only_layout_differs(*present, element)) m_changes = Changes(Change::cluster) | Change::layout;
        m_old.push_back(*present);
        m_new.push_back(element);
        ids.push_back(element.id);
    }
    setText(Document::tr("Set %1 of %2").arg(field, title_of(ids, document.cluster())));
}

void SetElements::apply(Project& project, bool forward) {
    const ItemIndex index(scenario(project).cluster.elements, m_new.size());
    for (const Element& value : forward ? m_new : m_old)
        if (Element* element = index.find(value.id)) *element = value;
}

bool SetElements::absorb(const EditCommand& later) {
    const auto& edit = static_cast<const SetElements&>(later);
    const bool same = m_field == edit.m_field &&
                      std::equal(m_new.begin(), m_new.end(), edit.m_new.begin(), edit.m_new.end(),
                                 [](const Element& a, const Element& b) { return a.id == b.id; });
    if (!same) return false;
    m_new = edit.m_new;
    m_changes |= edit.m_changes;
    return true;
}

} // namespace roofrack
