// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/edit_command.h"

#include "widgets/editor/document.h"

namespace roofrack {

EditCommand::EditCommand(Document& document, CommandKind kind, const QString& text)
    : QUndoCommand(text)
    , m_document(document)
    , m_kind(kind)
    , m_scenario(document.scenario_index())
    , m_gesture(document.gesture()) {}

void EditCommand::undo() { m_document.apply(*this, false); }

void EditCommand::redo() { m_document.apply(*this, true); }

bool EditCommand::mergeWith(const QUndoCommand* later) {
    const auto* edit =
        static_cast<const EditCommand*>(later); // QUndoStack offers commands of the same id() only
    if (edit->m_kind != m_kind || edit->m_scenario != m_scenario || edit->m_gesture != m_gesture)
        return false;
    if (!absorb(*edit)) return false;
    setText(edit->text());
    setObsolete(is_noop());
    return true;
}

int EditCommand::scenario_after(bool) const { return m_scenario; }

bool EditCommand::absorb(const EditCommand&) { return false; }

Scenario& EditCommand::scenario(Project& project) const {
    return project.scenarios[static_cast<size_t>(m_scenario)];
}

} // namespace roofrack
