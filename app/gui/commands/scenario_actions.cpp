// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/scenario_actions.h"

#include "app/gui/commands/actions.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/remove_scenario.h"
#include "widgets/editor/commands/rename_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"

#include <QInputDialog>

namespace roofrack {

void connect_scenarios(Actions& actions, Document& document, QWidget* window) {
    actions.on("scenario.next", [&document] {
        const auto count = static_cast<int>(document.project().scenarios.size());
        document.set_scenario_index((document.scenario_index() + 1) % count);
    });
    actions.on("scenario.duplicate", [&document] { document.perform(AddScenario::duplicate(document)); });
    actions.on("scenario.remove", [&document] { document.perform<RemoveScenario>(); });
    actions.on("scenario.rename", [&document, window] {
        const QString name =
            QInputDialog::getText(window, QObject::tr("Rename scenario"), QObject::tr("Name:"),
                                  QLineEdit::Normal, as_written(document.scenario().name));
        if (!name.trimmed().isEmpty()) document.perform<RenameScenario>(name.trimmed().toStdString());
    });
}

void enable_scenarios(Actions& actions, const Document& document, bool has_project) {
    const bool may_edit = has_project && !document.is_read_only();
    const bool several = has_project && document.project().scenarios.size() > 1;
    actions.enable(
        {"scenario.duplicate", "scenario.from-template", "scenario.from-servers", "scenario.rename"},
        may_edit);
    actions.enable({"scenario.next"}, several);
    actions.enable({"scenario.remove"}, several && may_edit);
}

} // namespace roofrack
