// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/explain_view.h"

#include "app/gui/pages/guide_pages.h"
#include "core/catalog/catalog.h"
#include "core/explain/explain.h"
#include "core/model/project.h"
#include "widgets/charts/plot/explained_figure.h"
#include "widgets/fields/core_words.h"
#include "widgets/fields/standstill_words.h"
#include "widgets/fields/text.h"

#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>

namespace roofrack {

namespace {

std::optional<Dimension> dimension_of(const std::string& unit) {
    for (const Dimension d :
         {Dimension::time, Dimension::bytes, Dimension::byte_rate, Dimension::flops, Dimension::flop_rate,
          Dimension::power, Dimension::energy, Dimension::frequency, Dimension::temperature})
        if (unit == unit_symbol(d)) return d;
    return std::nullopt;
}

QString value_text(const Explanation& e) {
    if (const auto dimension = dimension_of(e.unit)) return to_qt(format_quantity(e.value, *dimension));
    QString text = std::abs(e.value) >= 1000 && e.value == std::round(e.value)
                       ? to_qt(format_count(e.value))
                       : to_qt(format_quantity(e.value, Dimension::number));
    if (!e.unit.empty()) text += u' ' + to_qt(e.unit);
    return text;
}

/// The formula with the values of its inputs, and what it leaves out.
QString formula_tip(const Explanation& e) {
    QStringList lines;
    if (!e.formula.empty()) {
        std::vector<std::string> values;
        for (const ExplanationPtr& input : e.inputs) values.push_back(value_text(*input).toStdString());
        lines = {to_qt(e.formula_text()), to_qt(e.formula.text(values)), value_text(e)};
    }
    const QString text = lines.join(QStringLiteral("\n= "));
    return e.note.empty() || text.isEmpty() ? text + to_qt(e.note) : text + u'\n' + to_qt(e.note);
}

QString source_text(const Explanation& e) {
    QStringList parts{to_qt(e.origin.text()), to_qt(e.source)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}

void add(QTreeWidgetItem* parent, const ExplanationPtr& explanation) {
    const Explanation& e = *explanation;
    const QString formula = to_qt(e.formula_text());
    auto* item = new QTreeWidgetItem(parent, {to_qt(e.name), value_text(e),
                                              e.note.empty() || formula.size() > 1 ? formula : to_qt(e.note),
                                              core_word(e.sure), source_text(e)});
    item->setToolTip(2, formula_tip(e));
    item->setToolTip(4, item->text(4));
    item->setData(0, Qt::UserRole, QVariant::fromValue(explanation));
    if (!e.inputs.empty()) item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
}

/// The inputs of a row are made when it is opened first: a step has thousands.
void add_inputs(QTreeWidgetItem* item) {
    if (item->childCount() > 0) return;
    const auto explanation = item->data(0, Qt::UserRole).value<ExplanationPtr>();
    for (const ExplanationPtr& input : explanation->inputs) add(item, input);
}

void fill(QTreeWidget& tree, const ExplanationPtr& explanation) {
    tree.clear();
    add(tree.invisibleRootItem(), explanation);
    QTreeWidgetItem* root = tree.topLevelItem(0);
    root->setExpanded(true);
    for (int i = 0; i < root->childCount(); ++i) root->child(i)->setExpanded(true);
}

constexpr const char* part_property = "explained_part";
constexpr const char* scenario_property = "explained_scenario";
constexpr const char* standstill_name = "standstill";

/// Nothing where there is no such scenario any more, or it cannot be understood.
std::optional<Prepared> prepared_of(const Project& project, const QString& scenario) {
    const Scenario* other = project.find_scenario(scenario.toStdString());
    if (!other) return std::nullopt;
    auto made = Prepared::make(*other, Catalog::built_in());
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

/// Over figures of what would be if it ran.
void fill_standstill(QLabel& label, const Prepared& prepared) {
    const Standstill standstill = standstill_of(prepared.scenario(), Catalog::built_in());
    label.setText(standstill_text(standstill));
    label.setVisible(!standstill.runs());
}

} // namespace

void refresh_explanations(const Prepared& open, const Project& project, QWidget* window) {
    for (auto* dialog : window->findChildren<QDialog*>()) {
        const QString part = dialog->property(part_property).toString();
        auto* tree = dialog->findChild<QTreeWidget*>();
        if (part.isEmpty() || !tree) continue;
        const QString scenario = dialog->property(scenario_property).toString();
        const auto prepared = scenario.isEmpty() ? std::optional(open) : prepared_of(project, scenario);
        tree->clear(); // a scenario that is gone and an infeasible plan have no such number
        if (!prepared) continue;
        if (auto* label = dialog->findChild<QLabel*>(QLatin1String(standstill_name)))
            fill_standstill(*label, *prepared);
        if (const auto explanation = explain(*prepared, part.toStdString())) fill(*tree, *explanation);
    }
}

void show_explanation(const std::optional<Prepared>& open, const Project& project, const QString& key,
                      QWidget* window) {
    const auto [part, scenario] = ExplainedFigure::of(key);
    const std::optional<Prepared> prepared = scenario.isEmpty() ? open : prepared_of(project, scenario);
    if (!prepared) return;
    const auto explanation = explain(*prepared, part.toStdString());
    auto* dialog = new QDialog(window, Qt::Tool);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setProperty(part_property, part);
    dialog->setProperty(scenario_property, scenario);
    dialog->setProperty(guide_page_property, QStringLiteral("step-breakdown"));
    const QString figure = QString(part).replace(u'_', u' ');
    dialog->setWindowTitle(scenario.isEmpty()
                               ? QObject::tr("Why this number: %1").arg(figure)
                               : QObject::tr("Why this number: %1 of “%2”").arg(figure, scenario));
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    if (!explanation) {
        column->addWidget(new QLabel(to_qt(explanation.error().text()), dialog));
    } else {
        auto* label = new QLabel(dialog);
        label->setObjectName(QLatin1String(standstill_name));
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMargin(8);
        label->setProperty("state", "critical");
        fill_standstill(*label, *prepared);
        column->addWidget(label);
        auto* tree = new QTreeWidget(dialog);
        tree->setHeaderLabels({QObject::tr("Quantity"), QObject::tr("Value"), QObject::tr("Formula"),
                               QObject::tr("How sure"), QObject::tr("Source")});
        tree->setFrameShape(QFrame::NoFrame);
        tree->setAlternatingRowColors(true);
        QObject::connect(tree, &QTreeWidget::itemExpanded, tree, add_inputs);
        fill(*tree, *explanation);
        for (int i = 0; i < 2; ++i) tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
        tree->header()->resizeSection(2, 300);
        column->addWidget(tree);
        dialog->resize(880, 420);
    }
    dialog->show();
    dialog->activateWindow(); // Esc closes it
}

} // namespace roofrack
