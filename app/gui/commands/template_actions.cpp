// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/template_actions.h"

#include "app/gui/commands/actions.h"
#include "app/gui/flows/template_flow.h"
#include "app/gui/pages/welcome_page.h"

namespace roofrack {

void connect_templates(Actions& actions, const WelcomePage& welcome, const TemplateDesk& desk) {
    const auto use = [desk](const QString& name) {
        new_from_template(name.toStdString(), desk.document, desk.files, desk.theme(), desk.window);
    };
    actions.on("file.new-template", [use] { use({}); });
    actions.on("file.compare-servers", [desk] { compare_servers(desk); });
    actions.on("scenario.from-template",
               [desk] { add_scenario_from_template(desk.document, desk.files, desk.theme(), desk.window); });
    actions.on("scenario.from-servers", [desk] { add_scenarios_of_servers(desk); });
    QObject::connect(&welcome, &WelcomePage::template_chosen, desk.window, use);
    QObject::connect(&welcome, &WelcomePage::compare_chosen, desk.window, [desk] { compare_servers(desk); });
}

} // namespace roofrack
