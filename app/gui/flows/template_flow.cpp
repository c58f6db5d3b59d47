// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/template_flow.h"

#include "app/gui/flows/file_flow.h"
#include "core/answers/design/owned_servers.h"
#include "core/answers/design/server_scenarios.h"
#include "core/study/scenario_like.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/items/canvas_grid.h"
#include "widgets/charts/compare/compare_chart.h"
#include "widgets/editor/commands/add_scenario.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/document.h"
#include "widgets/editor/fragment.h"
#include "widgets/fields/text.h"
#include "widgets/wizard/servers_dialog.h"
#include "widgets/wizard/template_wizard.h"

namespace roofrack {

bool insert_cluster(Document& document, const Cluster& cluster, const QString& name) {
    const Diagram here = Diagram::make(document.cluster(), document.catalog());
    const Diagram added = Diagram::make(cluster, document.catalog());
    Position offset;
    if (!here.elements().empty()) {
        constexpr double gap = 96;
        offset.x = up_to_grid(here.bounds().right() + gap - added.bounds().left());
        offset.y = to_grid(here.bounds().top() - added.bounds().top());
    }
    document.end_gesture();
    return add_fragment(document, here,
                        renamed_for(document.cluster(), {cluster.elements, cluster.links}, offset),
                        Document::tr("Insert %1").arg(name));
}

namespace {

/// The drawing for the work of `from`, at its place and on its terms.
Scenario beside(const Scenario& from, Scenario made, const Catalog& catalog,
                const std::stop_token& stop = {}) {
    std::string name = std::move(made.name);
    Scenario out =
        scenario_on(from, with_storage_of(from.cluster, std::move(made.cluster), catalog), catalog);
    out = with_prudent_plan(std::move(out), catalog, stop);
    out.name = std::move(name);
    return out;
}

/// A project of its own that does the work of `from`.
Scenario for_work_of(const Scenario& from, Scenario made, const Catalog& catalog,
                     const std::stop_token& stop = {}) {
    made.workload = scenario_on(from, made.cluster, catalog).workload;
    return with_opening_plan(std::move(made), catalog, stop);
}

void use_template(TemplateWizard& wizard, Document& document, FileFlow& files) {
    if (wizard.exec() != QDialog::Accepted) return;
    Project& made = wizard.project();
    Scenario& scenario = made.scenarios.front();
    switch (wizard.use()) {
    case TemplateWizard::Use::project:
        if (files.may_leave()) files.start(std::move(made));
        break;
    case TemplateWizard::Use::scenario:
        scenario.name = made.name;
        document.perform<AddScenario>(beside(document.scenario(), std::move(scenario), document.catalog()));
        break;
    case TemplateWizard::Use::insertion: insert_cluster(document, scenario.cluster, to_qt(made.name)); break;
    }
}

ServersDialog::Open open_for_servers(const Scenario& scenario) {
    ServersDialog::Open out{to_qt(owned_servers_text(scenario.cluster)), std::nullopt};
    if (scenario.site.power_limit) out.power_limit = scenario.site.power_limit->si();
    return out;
}

} // namespace

void new_from_template(const std::string& name, Document& document, FileFlow& files, const Theme& theme,
                       QWidget* window) {
    TemplateWizard wizard(document.catalog(), theme, files.has_project() && !document.is_read_only(), window);
    wizard.choose(name);
    // Who compares with what is drawn wants the same work; where nothing is drawn nobody has chosen one.
    if (files.has_project() && !document.cluster().elements.empty())
        wizard.take_work([from = document.scenario(),
                          &catalog = document.catalog()](Scenario made, const std::stop_token& stop) {
            return for_work_of(from, std::move(made), catalog, stop);
        });
    use_template(wizard, document, files);
}

void add_scenario_from_template(Document& document, FileFlow& files, const Theme& theme, QWidget* window) {
    TemplateWizard wizard(document.catalog(), theme, true, window);
    wizard.setWindowTitle(TemplateWizard::tr("Add a scenario from a template"));
    wizard.prefer(TemplateWizard::Use::scenario);
    wizard.show_as([from = document.scenario(), &catalog = document.catalog()](Scenario made,
                                                                               const std::stop_token& stop) {
        return beside(from, std::move(made), catalog, stop);
    });
    use_template(wizard, document, files);
}

void compare_servers(const TemplateDesk& desk) {
    if (!desk.files.may_leave()) return;
    const Catalog& catalog = desk.document.catalog();
    ServersDialog dialog(
        catalog,
        [&catalog](const ServersAsked& asked, const std::stop_token& stop) {
            return compared_servers(asked, catalog, stop);
        },
        ServersDialog::Work::asked, desk.window);
    if (dialog.exec() != QDialog::Accepted) return;
    desk.files.start(std::move(dialog.made()));
    desk.show_view(QLatin1String(CompareChart::id_text));
}

void add_scenarios_of_servers(const TemplateDesk& desk) {
    Document& document = desk.document;
    const Catalog& catalog = document.catalog();
    const std::string reference = document.scenario().name;
    ServersDialog dialog(
        catalog,
        [open = document.snapshot(), &catalog](const ServersAsked& asked,
                                               const std::stop_token& stop) -> Result<Project> {
            auto scenarios = servers_beside(*open, asked, catalog, stop);
            if (!scenarios) return tl::unexpected(scenarios.error());
            Project out;
            out.scenarios = std::move(*scenarios);
            return out;
        },
        ServersDialog::Work::given, desk.window, open_for_servers(document.scenario()));
    if (dialog.exec() != QDialog::Accepted) return;
    const int shown = document.scenario_index();
    document.begin_step(Document::tr("Add scenarios of servers"));
    for (Scenario& each : dialog.made().scenarios) document.perform<AddScenario>(std::move(each));
    if (dialog.is_at_equal_power())
        document.perform<SetComparison>(at_equal_power(
            document.project().comparison, reference,
            equal_power_of(document.project().scenarios[static_cast<size_t>(shown)], dialog.asked())));
    document.end_step();
    document.set_scenario_index(shown);
    desk.show_view(QLatin1String(CompareChart::id_text));
}

} // namespace roofrack
