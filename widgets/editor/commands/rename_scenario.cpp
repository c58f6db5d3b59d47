// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/rename_scenario.h"

#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

namespace roofrack {

RenameScenario::RenameScenario(Document& document, const std::string& name)
    : EditCommand(document, CommandKind::rename_scenario, {})
    , m_old(document.scenario().name)
    , m_new(m_old)
    , m_is_reference(document.project().comparison.reference == m_old) {
    const std::vector<Slide>& slides = document.project().deck.slides;
    for (size_t i = 0; i < slides.size(); ++i)
        if (!m_old.empty() && slides[i].scenario == m_old) m_slides.push_back(i);
    if (!name.empty() && name != m_old) m_new = unique_scenario_name(document.project(), name);
    setText(Document::tr("Rename scenario to %1").arg(to_qt(m_new)));
}

void RenameScenario::apply(Project& project, bool forward) {
    scenario(project).name = forward ? m_new : m_old;
    if (m_is_reference) project.comparison.reference = forward ? m_new : m_old;
    for (const size_t slide : m_slides) project.deck.slides[slide].scenario = forward ? m_new : m_old;
}

} // namespace roofrack
