// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/window_entries.h"

#include "app/gui/commands/figure_entries.h"
#include "app/gui/commands/search_entries.h"
#include "app/gui/commands/word_search.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/units/quantity_text.h"
#include "widgets/editor/document.h"
#include "widgets/fields/form.h"
#include "widgets/fields/section.h"
#include "widgets/inspector/inspector.h"

#include <QComboBox>
#include <QDockWidget>
#include <QPointer>

#include <algorithm>
#include <iterator>

namespace roofrack {

namespace {

/// By its short name, where its title is a sentence.
QString panel_name(const QDockWidget& dock) {
    if (dock.objectName() == QStringLiteral("findings")) return CommandSearch::tr("Findings");
    return dock.windowTitle();
}

/// The panels, which the command search offers to show: "Panel: Inspector". One that was closed comes back.
std::vector<CommandSearch::Entry> panel_entries(ProjectPage& page, const QString& wanted) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    for (const QDockWidget* dock : page.panels().docks()) {
        const QString text = CommandSearch::tr("Panel: %1").arg(panel_name(*dock));
        const auto score = words.score(text);
        if (!score) continue;
        entries.push_back({text, dock->isHidden() ? CommandSearch::tr("closed") : QString(), *score,
                           [&page, name = dock->objectName()] { page.panels().show(name); }});
    }
    return entries;
}

/// Hidden by itself or with its panel, not merely folded away.
bool is_shown(const QWidget* field, const Inspector& inspector) {
    for (const QWidget* each = field; each && each != &inspector; each = each->parentWidget()) {
        const bool is_folded = qobject_cast<const Section*>(each->parentWidget()) != nullptr;
        if (each->isHidden() && !is_folded) return false;
    }
    return true;
}

QString section_of(const QWidget* field) {
    for (const QWidget* each = field->parentWidget(); each; each = each->parentWidget())
        if (const auto* section = qobject_cast<const Section*>(each)) return section->title();
    return CommandSearch::tr("Selection");
}

/// What can be chosen there, where it is few things: who seeks one of them means the field.
QString choices_of(const QWidget* field) {
    constexpr int few = 12;
    const auto* combo = qobject_cast<const QComboBox*>(field);
    if (!combo || combo->count() > few) return {};
    QStringList names;
    for (int i = 0; i < combo->count(); ++i) names << combo->itemText(i);
    return names.join(u' ');
}

void go_to(ProjectPage& page, QWidget* field) {
    page.panels().show(QStringLiteral("inspector"));
    page.panels().inspector().show_field(*field);
}

/// "Uncertain: Electricity, $/kWh …", "What if: Electricity, $/kWh …", "Try values: …" where it is asked for
/// by these words.
void add_input(ProjectPage& page, const Form::NamedRow& row, const WantedWords& words, bool is_named,
               std::vector<CommandSearch::Entry>& entries) {
    Inspector& inspector = page.panels().inspector();
    const std::string address = inspector.input_of(*row.field);
    if (is_named || address.empty()) return;
    const auto add = [&](const QString& text, void (Inspector::*wanted)(const std::string&)) {
        if (const auto score = words.score(text, row.heading))
            entries.push_back({text, section_of(row.field), *score + CommandSearch::of_fields,
                               [&inspector, wanted, address] {
                                   Q_EMIT(inspector.*wanted)
                                   (address);
                               }});
    };
    add(CommandSearch::tr("Uncertain: %1 …").arg(row.label), &Inspector::uncertain_requested);
    add(CommandSearch::tr("What if: %1 …").arg(row.label), &Inspector::what_if_requested);
    add(CommandSearch::tr("Try values: %1 …").arg(row.label), &Inspector::try_requested);
}

/// Whether it is an amount of power, "2 MW": who types one at a site means what the utility delivers.
bool is_power(const QString& wanted) {
    return wanted.contains(u'W') && parse_quantity(wanted.trimmed().toStdString(), Dimension::power);
}

/// "Electricity, $/kWh · in Site" for the fields and figures of the inspector, by their labels and what they
/// are explained with. Chosen, the panel comes to the front, unfolds and has the keyboard there.
std::vector<CommandSearch::Entry> field_entries(ProjectPage& page, const QString& wanted) {
    const WantedWords words(wanted);
    std::vector<CommandSearch::Entry> entries;
    const Inspector& inspector = page.panels().inspector();
    const bool wants_power = is_power(wanted);
    for (const Form* form : inspector.findChildren<Form*>())
        for (const Form::NamedRow& row : form->named_rows()) {
            if (!is_shown(row.field, inspector)) continue;
            const QString choices = choices_of(row.field), section = section_of(row.field);
            const QString text = CommandSearch::tr("%1 · in %2").arg(row.label, section);
            const QString more = QStringList{row.heading, row.field->toolTip(), choices}.join(u' ');
            auto score = words.score(row.label, more);
            // "site power" names the section and the field; "site" alone does not mean each field there.
            if (const auto placed = words.score(text, more); placed && !words.score(section))
                score = score ? std::min(*score, *placed) : *placed;
            if (wants_power && inspector.input_of(*row.field) == "/site/power_limit") score = 0;
            // What can be chosen says more than what a field is explained with: "GRPO" is no prompt.
            if (const auto chosen =
                    choices.isEmpty() ? std::nullopt : words.score(row.label + u' ' + choices))
                score = score ? std::min(*score, *chosen) : *chosen;
            add_input(page, row, words, bool(score), entries);
            if (!score) continue;
            const QString hint = row.heading.isEmpty() ? CommandSearch::tr("field") : row.heading;
            entries.push_back({text, hint, *score + CommandSearch::of_fields,
                               [&page, field = QPointer<QWidget>(row.field)] {
                                   if (field) go_to(page, field);
                               }});
        }
    return entries;
}

} // namespace

std::vector<CommandSearch::Entry> window_entries(ProjectPage* page, FileFlow& files, const Document& document,
                                                 const QString& wanted,
                                                 const std::function<void(const QString&)>& show_guide_page) {
    std::vector<CommandSearch::Entry> out;
    const auto add = [&out](std::vector<CommandSearch::Entry> more) {
        std::ranges::move(more, std::back_inserter(out));
    };
    if (page) {
        add(panel_entries(*page, wanted));
        add(field_entries(*page, wanted));
        add(figure_entries(wanted,
                           [page](const QString& figure) { Q_EMIT page->explain_requested(figure); }));
        add(value_entries(wanted, page->answers().get(),
                          [page](const QString& chart) { page->workspaces().show_view(chart); }));
        add(drawing_entries(page->canvas(), wanted));
    }
    add(sample_entries(files, document.catalog(), wanted));
    add(guide_entries(wanted, show_guide_page));
    return out;
}

} // namespace roofrack
