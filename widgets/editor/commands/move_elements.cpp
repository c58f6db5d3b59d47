// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/move_elements.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"

#include <algorithm>

namespace roofrack {
namespace {

bool same_ids(const MoveElements::Positions& a, const MoveElements::Positions& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& left, const auto& right) { return left.first == right.first; });
}

} // namespace

MoveElements::MoveElements(Document& document, const Positions& positions, const QString& text)
    : EditCommand(document, CommandKind::move_elements, text) {
    std::vector<std::string> ids;
    const ItemIndex index(document.cluster().elements, positions.size());
    for (const auto& [id, position] : positions) {
        const Element* element = index.find(id);
        if (!element) continue;
        m_old[id] = element->position;
        m_new[id] = position;
        ids.push_back(id);
    }
    if (text.isEmpty()) setText(Document::tr("Move %1").arg(title_of(ids, document.cluster())));
}

void MoveElements::apply(Project& project, bool forward) {
    const ItemIndex index(scenario(project).cluster.elements, m_new.size());
    for (const auto& [id, position] : forward ? m_new : m_old)
        if (Element* element = index.find(id)) element->position = position;
}

bool MoveElements::absorb(const EditCommand& later) {
    const auto& move = static_cast<const MoveElements&>(later);
    if (!same_ids(m_new, move.m_new)) return false;
    m_new = move.m_new;
    return true;
}

} // namespace roofrack
