// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_count.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"

#include <algorithm>

namespace roofrack {

SetCount::SetCount(Document& document, const std::string& id, int count)
    : EditCommand(document, CommandKind::set_count, {})
    , m_id(id) {
    const Element* element = document.cluster().find(id);
    if (!element) return; // old = new: a no-op
    m_old = element->count;
    m_new = std::max(1, count);
    setText(Document::tr("Set count of %1 to %2").arg(title_of(*element)).arg(m_new));
}

void SetCount::apply(Project& project, bool forward) {
    if (Element* element = scenario(project).cluster.find(m_id)) element->count = forward ? m_new : m_old;
}

bool SetCount::absorb(const EditCommand& later) {
    const auto& edit = static_cast<const SetCount&>(later);
    if (edit.m_id != m_id) return false;
    m_new = edit.m_new;
    return true;
}

} // namespace roofrack
