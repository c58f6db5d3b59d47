// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_details.h"

#include "widgets/editor/document.h"

namespace roofrack {

SetDetails::SetDetails(Document& document, const std::string& name, const std::string& description)
    : EditCommand(document, CommandKind::set_details, Document::tr("Set project details"))
    , m_old_name(document.project().name)
    , m_new_name(name)
    , m_old_text(document.project().description)
    , m_new_text(description) {}

void SetDetails::apply(Project& project, bool forward) {
    project.name = forward ? m_new_name : m_old_name;
    project.description = forward ? m_new_text : m_old_text;
}

bool SetDetails::absorb(const EditCommand& later) {
    const auto& edit = static_cast<const SetDetails&>(later);
    m_new_name = edit.m_new_name;
    m_new_text = edit.m_new_text;
    return true;
}

} // namespace roofrack
