// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/project_edits.h"

#include "app/gui/window/project_panels.h"
#include "core/drawing/check/waive.h"
#include "widgets/canvas/edits/moving.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/commands/remove_items.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/commands/set_elements.h"
#include "widgets/editor/commands/set_links.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/commands/set_waivers.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/step.h"
#include "widgets/fields/text.h"
#include "widgets/findings/findings_view.h"
#include "widgets/inspector/inspector.h"
#include "widgets/mitigations/mitigations_view.h"
#include "widgets/palette/outline.h"

#include <string>
#include <utility>
#include <vector>

namespace roofrack {

namespace {

/// What this signal of the inspector brings becomes a `Command`.
template<class Command, class Value>
void commit(Inspector& inspector, void (Inspector::*edited)(const Value&, const QString&),
            Document& document) {
    QObject::connect(&inspector, edited, &document, [&document](const Value& next, const QString& field) {
        document.end_gesture();
        document.perform<Command>(next, in_sentence(field));
    });
}

void connect_inspector(Inspector& inspector, Document& document) {
    commit<SetElements>(inspector, &Inspector::element_edited, document);
    commit<SetElements>(inspector, &Inspector::elements_edited, document);
    commit<SetLinks>(inspector, &Inspector::link_edited, document);
    commit<SetLinks>(inspector, &Inspector::links_edited, document);
    commit<SetWorkload>(inspector, &Inspector::workload_edited, document);
    commit<SetPlan>(inspector, &Inspector::plan_edited, document);
    commit<SetSite>(inspector, &Inspector::site_edited, document);
}

void connect_outline(Outline& outline, Canvas& canvas, Document& document) {
    outline.set_move_check([&document](const std::vector<std::string>& ids, const std::string& into) {
        return why_not_move(document.cluster(), ids, into);
    });
    QObject::connect(&outline, &Outline::menu_requested, &canvas, &Canvas::context_menu_requested);
    QObject::connect(&outline, &Outline::rename_requested, &document,
                     [&document](const std::string& id, const std::string& name) {
                         document.end_gesture();
                         document.perform<RenameElement>(id, name);
                     });
    QObject::connect(&outline, &Outline::move_requested, &canvas,
                     [&document, &canvas](const std::vector<std::string>& ids, const std::string& into) {
                         if (const QString why = move_into(document, canvas.drawing(), ids, into);
                             !why.isEmpty())
                             canvas.say(why);
                     });
}

void connect_waivers(FindingsView& findings, Document& document) {
    QObject::connect(&findings, &FindingsView::waive_requested, &document,
                     [&document](const Finding& finding, const QString& reason) {
                         std::vector<Waiver> waivers = document.cluster().waivers;
                         waivers.push_back(waiver_of(finding, reason.toStdString()));
                         document.perform<SetWaivers>(std::move(waivers), ProjectPanels::tr("Waive finding"));
                     });
    QObject::connect(
        &findings, &FindingsView::waiver_unwanted, &document, [&document](const Finding& finding) {
            std::vector<Waiver> waivers = document.cluster().waivers;
            withdraw_waiver(waivers, finding);
            document.perform<SetWaivers>(std::move(waivers), ProjectPanels::tr("Take waiver back"));
        });
}

/// Items of the mitigation's drawing that are others now, by their ids: what is sold stands behind the others
/// there.
template<class Item>
std::vector<Item> changed(const std::vector<Item>& before, const std::vector<Item>& after) {
    std::vector<Item> out;
    const ItemIndex index(before, after.size());
    for (const Item& item : after)
        if (const Item* const was = index.find(item.id); was && !(*was == item)) out.push_back(item);
    return out;
}

/// Ids of what the mitigation's drawing has no more.
std::vector<std::string> left_out(const std::vector<Element>& before, const std::vector<Element>& after) {
    std::vector<std::string> out;
    const ItemIndex index(after, before.size());
    for (const Element& element : before)
        if (!index.find(element.id)) out.push_back(element.id);
    return out;
}

/// Fewer GPUs do the same `work`, with the plan's degrees but that of data parallelism.
void leave_out(Document& document, const std::vector<std::string>& ids, const Workload& work, int dp,
               const QString& action) {
    const Step step(document, action);
    Plan plan = document.scenario().plan;
    plan.dp = dp;
    document.perform<RemoveItems>(ids);
    document.perform<SetWorkload>(work, action);
    document.perform<SetPlan>(std::move(plan), action);
}

/// A mitigation changes one of plan, site, elements and links, or leaves elements out: one step. Where the
/// window is of the best plan, the mitigation has that plan beside what it changes; the scenario keeps its
/// own unless the plan is what is changed.
void connect_mitigations(MitigationsView& mitigations, Document& document) {
    QObject::connect(
        &mitigations, &MitigationsView::apply_requested, &document,
        [&document](const Mitigation& mitigation) {
            document.end_gesture();
            const Scenario &now = document.scenario(), &then = mitigation.scenario;
            const QString action = to_qt(mitigation.action);
            if (!(then.site == now.site))
                document.perform<SetSite>(then.site, ProjectPanels::tr("site: %1").arg(action));
            else if (const auto ids = left_out(now.cluster.elements, then.cluster.elements); !ids.empty())
                leave_out(document, ids, then.workload, then.plan.dp, action);
            else if (const auto elements = changed(now.cluster.elements, then.cluster.elements);
                     !elements.empty())
                document.perform<SetElements>(elements, action);
            else if (const auto links = changed(now.cluster.links, then.cluster.links); !links.empty())
                document.perform<SetLinks>(links, action);
            else
                document.perform<SetPlan>(then.plan, ProjectPanels::tr("plan: %1").arg(action));
        });
}

} // namespace

void connect_edits(ProjectPanels& panels, Canvas& canvas, Document& document) {
    connect_inspector(panels.inspector(), document);
    connect_outline(panels.outline(), canvas, document);
    connect_waivers(panels.findings(), document);
    connect_mitigations(panels.mitigations(), document);
}

} // namespace roofrack
