// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/commands/remove_scenario.h"

#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <algorithm>

namespace roofrack {

RemoveScenario::RemoveScenario(Document& document)
    : EditCommand(document, CommandKind::remove_scenario,
                  Document::tr("Remove scenario %1").arg(to_qt(document.scenario().name)))
    , m_removed(document.scenario())
    , m_only(document.project().scenarios.size() == 1) {}

void RemoveScenario::apply(Project& project, bool forward) {
    const auto place = project.scenarios.begin() + scenario_index();
    if (forward)
        project.scenarios.erase(place);
    else
        project.scenarios.insert(place, m_removed);
}

int RemoveScenario::scenario_after(bool forward) const {
    return forward ? std::max(0, scenario_index() - 1) : scenario_index();
}

} // namespace roofrack
