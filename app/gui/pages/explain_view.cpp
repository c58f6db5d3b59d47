// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/explain_view.h"

#include "app/gui/pages/guide_pages.h"
#include "core/engine/explain.h"
#include "widgets/fields/core_words.h"
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

QString value_text(const Derivation& d) {
    if (const auto dimension = dimension_of(d.unit)) return to_qt(format_quantity(d.value, *dimension));
    QString text = std::abs(d.value) >= 1000 && d.value == std::round(d.value)
                       ? to_qt(format_count(d.value))
                       : to_qt(format_quantity(d.value, Dimension::number));
    if (!d.unit.empty()) text += u' ' + to_qt(d.unit);
    return text;
}

void add(QTreeWidgetItem* parent, const Derivation& d) {
    auto* item = new QTreeWidgetItem(
        parent, {to_qt(d.name), value_text(d), to_qt(d.formula), core_word(d.sure), to_qt(d.source)});
    for (int column : {2, 4}) item->setToolTip(column, item->text(column));
    for (const Derivation& input : d.inputs) add(item, input);
}

void fill(QTreeWidget& tree, const Derivation& derivation) {
    tree.clear();
    add(tree.invisibleRootItem(), derivation);
    tree.expandToDepth(1);
}

constexpr const char* part_property = "explained_part";

} // namespace

void refresh_explanations(const Prepared& prepared, QWidget* window) {
    for (auto* dialog : window->findChildren<QDialog*>()) {
        const QString part = dialog->property(part_property).toString();
        auto* tree = dialog->findChild<QTreeWidget*>();
        if (part.isEmpty() || !tree) continue;
        if (const auto derivation = explain(prepared, part.toStdString()))
            fill(*tree, *derivation);
        else
            tree->clear(); // an infeasible plan has no such number
    }
}

void show_explanation(const Prepared& prepared, const QString& part, QWidget* window) {
    const auto derivation = explain(prepared, part.toStdString());
    auto* dialog = new QDialog(window, Qt::Tool);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setProperty(part_property, part);
    dialog->setProperty(guide_page_property, QStringLiteral("step-breakdown"));
    dialog->setWindowTitle(QObject::tr("Why this number: %1").arg(QString(part).replace(u'_', u' ')));
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    if (!derivation) {
        column->addWidget(new QLabel(to_qt(derivation.error().text()), dialog));
    } else {
        auto* tree = new QTreeWidget(dialog);
        tree->setHeaderLabels({QObject::tr("Quantity"), QObject::tr("Value"), QObject::tr("Formula"),
                               QObject::tr("How sure"), QObject::tr("Source")});
        tree->setFrameShape(QFrame::NoFrame);
        tree->setAlternatingRowColors(true);
        fill(*tree, *derivation);
        for (int i = 0; i < 2; ++i) tree->header()->setSectionResizeMode(i, QHeaderView::ResizeToContents);
        tree->header()->resizeSection(2, 300);
        column->addWidget(tree);
        dialog->resize(880, 420);
    }
    dialog->show();
    dialog->activateWindow(); // Esc closes it
}

} // namespace roofrack
