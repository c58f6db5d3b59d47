// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/rename_element.h"

#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/text.h"

namespace roofrack {
namespace {

const std::string& name_field(const Element& element) {
    return element.kind == ElementKind::note ? element.text : element.name;
}

} // namespace

RenameElement::RenameElement(Document& document, const std::string& id, const std::string& name)
    : EditCommand(document, CommandKind::rename_element, {})
    , m_id(id) {
    const Element* element = document.cluster().find(id);
    if (!element) return; // old = new: a no-op
    m_old = name_field(*element);
    m_new = name;
    setText(element->kind == ElementKind::note
                ? Document::tr("Write note")
                : Document::tr("Rename %1 to %2").arg(title_of(*element), to_qt(name)));
}

void RenameElement::apply(Project& project, bool forward) {
    Element* element = scenario(project).cluster.find(m_id);
    if (!element) return;
    (element->kind == ElementKind::note ? element->text : element->name) = forward ? m_new : m_old;
}

bool RenameElement::absorb(const EditCommand& later) {
    const auto& edit = static_cast<const RenameElement&>(later);
    if (edit.m_id != m_id) return false;
    m_new = edit.m_new;
    return true;
}

} // namespace roofrack
