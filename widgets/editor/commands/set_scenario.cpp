// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/set_scenario.h"

#include "widgets/editor/document.h"

namespace roofrack {

SetScenario::SetScenario(Document& document, Scenario updated, const QString& text)
    : EditCommand(document, CommandKind::set_scenario, text)
    , m_old(document.scenario())
    , m_new(std::move(updated)) {
    m_new.name = m_old.name;
}

void SetScenario::apply(Project& project, bool forward) { scenario(project) = forward ? m_new : m_old; }

} // namespace roofrack
