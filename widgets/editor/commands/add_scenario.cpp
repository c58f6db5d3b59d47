// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/add_scenario.h"

#include "core/answers/imports/free_scenario_name.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

namespace roofrack {

std::string unique_scenario_name(const Project& project, const std::string& base) {
    return free_scenario_name(project, base.empty() ? Document::tr("Scenario").toStdString() : base);
}

AddScenario::AddScenario(Document& document, Scenario scenario, const QString& text)
    : EditCommand(document, CommandKind::add_scenario, text)
    , m_added(std::move(scenario)) {
    m_added.name = unique_scenario_name(document.project(), m_added.name);
    if (text.isEmpty()) setText(Document::tr("Add scenario %1").arg(to_qt(m_added.name)));
}

std::unique_ptr<AddScenario> AddScenario::duplicate(Document& document, const std::string& name) {
    Scenario copy = document.scenario();
    const QString text = Document::tr("Duplicate scenario %1").arg(to_qt(copy.name));
    if (!name.empty()) copy.name = name;
    return std::make_unique<AddScenario>(document, std::move(copy), text);
}

void AddScenario::apply(Project& project, bool forward) {
    const auto place = project.scenarios.begin() + scenario_index() + 1;
    if (forward)
        project.scenarios.insert(place, m_added);
    else
        project.scenarios.erase(place);
}

} // namespace roofrack
