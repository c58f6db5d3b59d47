// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/own_parts_flow.h"

#include "core/base/catalog/catalog.h"
#include "core/base/model/cluster.h"
#include "core/drawing/drawn_parts.h"
#include "widgets/editor/commands/set_scenario.h"
#include "widgets/editor/document.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"
#include "widgets/palette/new_part_dialog.h"
#include "widgets/palette/own_part_panel.h"
#include "widgets/palette/parts_shelf.h"

#include <algorithm>

namespace roofrack {
namespace {

QString title(const PartRef& part) {
    return to_qt(part.inline_part && !part.inline_part->name.empty() ? part.inline_part->name : part.id);
}

QString said(const Diagnostic& diagnostic) {
    return to_qt(diagnostic.what + (diagnostic.fix.empty() ? "" : ": " + diagnostic.fix));
}

} // namespace

OwnPartsFlow::OwnPartsFlow(Document& document, PartsShelf& shelf, OwnPartPanel& panel, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_shelf(shelf)
    , m_panel(panel) {
    connect(&document, &Document::changed, this, &OwnPartsFlow::show_document);
    connect(&document, &Document::scenario_changed, this, [this] { show_document(all_changes); });
    connect(&document, &Document::file_changed, this, [this] { show_document(all_changes); });
    connect(&shelf, &PartsShelf::new_requested, this, &OwnPartsFlow::create);
    connect(&shelf, &PartsShelf::duplicate_requested, this, &OwnPartsFlow::duplicate);
    connect(&shelf, &PartsShelf::edit_requested, this, &OwnPartsFlow::edit);
    connect(&shelf, &PartsShelf::own_part_chosen, this, &OwnPartsFlow::show);
    connect(&shelf, &PartsShelf::remove_requested, this, &OwnPartsFlow::remove);
    connect(&panel, &OwnPartPanel::edited, this, &OwnPartsFlow::change);
    connect(&panel, &OwnPartPanel::remove_requested, this, &OwnPartsFlow::remove);
    connect(&panel, &OwnPartPanel::duplicate_requested, this, [this](const PartRef& part) {
        DraggedPart copied;
        copied.part = part;
        duplicate(copied);
    });
    show_document(all_changes);
}

void OwnPartsFlow::show_document(Changes what) {
    if (!(what & (Changes(Change::cluster) | Change::scenarios))) return;
    const auto own = own_parts(m_document.scenario());
    m_shelf.set_own_parts(own);
    m_panel.set_own_parts(own);
    m_panel.set_read_only(m_document.is_read_only());
    if (m_panel.part().id.empty()) return;
    // The panel shows the definition that it showed before, else the one of its id: its value may just have
    // been edited or taken back.
    auto shown = std::ranges::find(own, m_panel.part(), &OwnPart::part);
    if (shown == own.end())
        shown = std::ranges::find(own, m_panel.part().id, [](const OwnPart& one) { return one.part.id; });
    if (shown == own.end())
        m_panel.show_nothing();
    else
        m_panel.show_part(*shown);
}

bool OwnPartsFlow::perform(Scenario&& changed, const QString& step) {
    m_document.end_gesture();
    return m_document.perform<SetScenario>(std::move(changed), step);
}

void OwnPartsFlow::duplicate(const DraggedPart& part) {
    const Scenario& scenario = m_document.scenario();
    const auto kind = part.part.inline_part ? part.part.inline_part->kind
                                            : part_kind_of(part.kind).value_or(PartKind::server);
    const PartRef copy = own_copy(scenario, m_document.catalog(), part.part, kind);
    auto changed = with_own_part(scenario, m_document.catalog(), {}, copy);
    if (!changed) return m_shelf.show_notice(said(changed.error()));
    if (perform(std::move(*changed), tr("Duplicate %1 into the project").arg(title(copy)))) edit(copy);
}

void OwnPartsFlow::create() {
    NewPartDialog dialog(m_document.scenario(), m_document.catalog(), m_shelf.window());
    if (dialog.exec() != QDialog::Accepted) return;
    MadePart made = dialog.made();
    if (perform(std::move(made.scenario), tr("New part %1").arg(title(made.part))))
        if (const PartRef& shown = made.server ? *made.server : made.part; show(shown)) {
            // Its name is the form's: what is typed next is no other name.
            m_shelf.show_own_part(shown);
        }
}

bool OwnPartsFlow::show(const PartRef& own) {
    const auto all = own_parts(m_document.scenario());
    const auto found = std::ranges::find(all, own, &OwnPart::part);
    if (found == all.end()) return false;
    m_panel.show_part(*found);
    Q_EMIT panel_wanted();
    return true;
}

void OwnPartsFlow::edit(const PartRef& own) {
    if (!show(own)) return;
    m_shelf.show_own_part(own);
    m_panel.focus_name();
}

void OwnPartsFlow::edit_part_of(const std::string& element_id) {
    const Element* element = m_document.cluster().find(element_id);
    if (!element || element->part.id.empty()) return;
    if (element->part.inline_part) return edit(element->part);
    const auto kind = part_kind_of(element->kind);
    if (!kind) return;
    const PartRef before = element->part;
    const PartRef copy = own_copy(m_document.scenario(), m_document.catalog(), before, *kind);
    auto changed = with_own_part(m_document.scenario(), m_document.catalog(), {}, copy);
    if (!changed) return m_shelf.show_notice(said(changed.error()));
    for (Element& one : changed->cluster.elements)
        if (one.part == before && (one.id == element_id || m_document.selection().contains(one.id)))
            one.part = copy;
    if (perform(std::move(*changed), tr("Give %1 its own figures").arg(to_qt(element->name)))) edit(copy);
}

void OwnPartsFlow::change(const PartRef& after, const QString& what) {
    const PartRef before = m_panel.part();
    PartRef kept = after;
    // A definition without an id of its own gets one when it is first edited.
    if (m_document.catalog().part(kept.id)) {
        const PartRef named =
            own_copy(m_document.scenario(), m_document.catalog(), after, after.inline_part->kind);
        kept.id = kept.inline_part->id = named.id;
        if (m_document.catalog().part(before.id) && kept.inline_part->name == before.inline_part->name)
            kept.inline_part->name = named.inline_part->name;
    }
    auto changed = with_own_part(m_document.scenario(), m_document.catalog(), before, kept);
    if (!changed) return m_panel.show_problem(said(changed.error()));
    perform(std::move(*changed), tr("Set %1 of %2").arg(in_sentence(what), title(kept)));
    if (kept.id == before.id) return;
    const auto own = own_parts(m_document.scenario());
    const auto is_kept = [&](const OwnPart& each) { return each.part.id == kept.id; };
    if (const auto found = std::ranges::find_if(own, is_kept); found != own.end()) m_panel.show_part(*found);
}

void OwnPartsFlow::remove(const PartRef& own) {
    const Scenario& scenario = m_document.scenario();
    auto changed = without_own_part(scenario, m_document.catalog(), own);
    const QString step = tr("Delete the part %1").arg(title(own));
    if (changed) {
        perform(std::move(*changed), step);
        return;
    }
    const size_t users = users_of(scenario, own).size();
    if (!parts_that_name(scenario, own).empty()) return m_shelf.show_notice(said(changed.error()));
    const Part* base = own.own_base ? nullptr : base_of(own, m_document.catalog());
    const QString text = users == 1 ? tr("One drawn element is made of “%1”.").arg(title(own))
                                    : tr("%1 drawn elements are made of “%2”.").arg(users).arg(title(own));
    if (!base) return m_shelf.show_notice(text + QLatin1Char(' ') + tr("Give them another part first."));
    const QString offer =
        (users == 1 ? tr("It can be made of %1 again.") : tr("They can be made of %1 again."))
            .arg(to_qt(base->name));
    m_shelf.show_notice(text + QLatin1Char(' ') + offer, tr("Replace and delete"), [this, own, step] {
        auto replaced = without_own_part(m_document.scenario(), m_document.catalog(), own, own.base);
        if (replaced)
            perform(std::move(*replaced), step);
        else
            m_shelf.show_notice(said(replaced.error()));
    });
}

} // namespace roofrack
