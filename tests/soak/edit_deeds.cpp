// SPDX-License-Identifier: GPL-3.0-or-later
// Fields, steps back and forth, models and plans.
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "tests/soak/deeds.h"
#include "tests/soak/desk.h"
#include "widgets/editor/commands/rename_element.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/history/history_view.h"

#include <QCheckBox>
#include <QTest>

namespace roofrack::soak {

namespace {

template<class Field>
Field* any_field(Desk& desk) {
    QList<Field*> seen;
    for (Field* field : desk.page().findChildren<Field*>())
        if (field->isVisible() && field->isEnabled()) seen << field;
    return seen.isEmpty() ? nullptr : desk.any(seen);
}

/// `n` times a command, any of `ids`.
template<size_t count>
void any_of(Desk& desk, const char* const (&ids)[count], int n = 1) {
    for (int i = 0; i < n; ++i) desk.trigger(desk.any(ids));
}

void value(Desk& desk) {
    auto* field = any_field<QuantityEdit>(desk);
    if (!field) return;
    field->setFocus();
    switch (desk.below(4)) {
    case 0: QTest::keyClick(field, desk.below(2) ? Qt::Key_Up : Qt::Key_Down); break;
    case 1: QTest::keyClicks(field, QStringLiteral("no number")); break;
    default: field->selectAll(); QTest::keyClicks(field, QString::number(1 + desk.below(32)));
    }
    QTest::keyClick(field, desk.below(4) ? Qt::Key_Return : Qt::Key_Escape);
}

void choice(Desk& desk) {
    auto* field = any_field<ChoiceEdit>(desk);
    if (!field) return;
    field->setFocus();
    QTest::keyClick(field, desk.below(2) ? Qt::Key_Up : Qt::Key_Down);
}

void check_box(Desk& desk) {
    if (auto* box = any_field<QCheckBox>(desk)) QTest::mouseClick(box, Qt::LeftButton);
}

void rename(Desk& desk) {
    desk.document().end_gesture();
    desk.document().perform<RenameElement>(desk.any_element(), "thing " + std::to_string(desk.below(100)));
}

/// One model after the other, so that an hour sees them all.
void model(Desk& desk) {
    static size_t next = 0;
    const auto& models = desk.document().catalog().models();
    Workload workload = desk.document().scenario().workload;
    workload.model = models[next++ % models.size()].id;
    desk.document().end_gesture();
    desk.document().perform<SetWorkload>(workload, QStringLiteral("model"));
}

void plan(Desk& desk) {
    Plan plan = desk.document().scenario().plan;
    plan.tp = 1 << desk.below(4);
    plan.pp = 1 << desk.below(5);
    plan.zero = desk.below(4);
    desk.document().end_gesture();
    desk.document().perform<SetPlan>(plan, QStringLiteral("degrees"));
}

void undo(Desk& desk) {
    static const char* const ids[] = {"edit.undo", "edit.undo", "edit.redo"};
    any_of(desk, ids, 1 + desk.below(4));
}

void history(Desk& desk) {
    auto* view = desk.page().findChild<HistoryView*>();
    if (!view->isVisible()) desk.trigger("edit.history");
    desk.wait(20);
    const int rows = view->model()->rowCount();
    if (rows == 0 || !view->isVisible()) return;
    const QModelIndex row = view->model()->index(desk.below(rows), 0);
    view->scrollTo(row);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(row).center());
}

void select_some(Desk& desk) {
    std::vector<std::string> ids;
    for (int i = 0; i <= desk.below(4); ++i)
        if (std::string id = desk.any_element(); !id.empty()) ids.push_back(std::move(id));
    desk.document().selection().set(ids);
}

void copy_and_paste(Desk& desk) {
    static const char* const ids[] = {"edit.copy", "edit.cut", "edit.copy"};
    any_of(desk, ids);
    desk.trigger("edit.paste");
}

void remove_or_double(Desk& desk) {
    static const char* const ids[] = {"edit.delete", "edit.duplicate", "edit.part-figures"};
    any_of(desk, ids);
}

void arrange(Desk& desk) {
    static const char* const ids[] = {"arrange.automatic", "arrange.anew",  "arrange.fit-contents",
                                      "arrange.split",     "arrange.split", "arrange.merge",
                                      "arrange.left",      "arrange.top",   "arrange.across",
                                      "arrange.down",      "tool.link-two", "edit.select-all"};
    any_of(desk, ids);
}

void scenario(Desk& desk) {
    static const char* const ids[] = {"scenario.next", "scenario.duplicate", "scenario.remove"};
    any_of(desk, ids);
}

} // namespace

std::vector<Deed> edit_deeds() {
    return {{"value", 14, value},
            {"choice", 8, choice},
            {"check box", 2, check_box},
            {"rename", 3, rename},
            {"model", 5, model},
            {"plan", 4, plan},
            {"undo", 10, undo},
            {"history", 2, history},
            {"select", 6, select_some},
            {"copy and paste", 4, copy_and_paste},
            {"remove or double", 4, remove_or_double},
            {"arrange", 6, arrange},
            {"scenario", 4, scenario}};
}

} // namespace roofrack::soak
