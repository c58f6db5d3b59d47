// SPDX-License-Identifier: GPL-3.0-or-later
#include "template_flow.h"

#include "canvas/diagram.h"
#include "editor/commands/add_items.h"
#include "editor/commands/add_scenario.h"
#include "editor/commands/move_elements.h"
#include "editor/document.h"
#include "editor/fragment.h"
#include "fields/text.h"
#include "file_flow.h"
#include "wizard/template_wizard.h"

#include <cmath>

namespace roofrack {

bool insert_cluster(Document& document, const Cluster& cluster, const QString& name) {
    const Diagram here = Diagram::make(document.cluster(), document.catalog());
    const Diagram added = Diagram::make(cluster, document.catalog());
    Position offset;
    if (!here.elements().empty()) {
        constexpr double gap = 96, grid = 8;
        offset.x = std::ceil((here.bounds().right() + gap - added.bounds().left()) / grid) * grid;
        offset.y = std::round((here.bounds().top() - added.bounds().top()) / grid) * grid;
    }
    const Fragment piece = renamed_for(document.cluster(), {cluster.elements, cluster.links}, offset);
    document.end_gesture();
    const QString text = Document::tr("Insert %1").arg(name);
    document.begin_step(text);
    // The layout that is seen becomes the drawing's own, or everything would jump.
    if (here.is_automatic() && !here.elements().empty()) document.perform<MoveElements>(here.positions());
    const bool done = document.perform<AddItems>(piece.elements, piece.links, text);
    document.end_step();
    if (!done) return false;
    std::vector<std::string> ids;
    for (const Element& element : piece.elements)
        if (element.parent.empty()) ids.push_back(element.id);
    document.selection().set(ids);
    return true;
}

void new_from_template(const std::string& name, Document& document, FileFlow& files, const Theme& theme,
                       QWidget* window) {
    const bool may_add = files.has_project() && !document.is_read_only();
    TemplateWizard wizard(document.catalog(), theme, may_add, window);
    wizard.choose(name);
    if (wizard.exec() != QDialog::Accepted) return;
    Project& made = wizard.project();
    Scenario& scenario = made.scenarios.front();
    switch (wizard.use()) {
    case TemplateWizard::Use::project:
        if (files.may_leave()) files.start(std::move(made));
        break;
    case TemplateWizard::Use::scenario:
        scenario.name = made.name;
        document.perform<AddScenario>(std::move(scenario));
        break;
    case TemplateWizard::Use::insertion: insert_cluster(document, scenario.cluster, to_qt(made.name)); break;
    }
}

} // namespace roofrack
