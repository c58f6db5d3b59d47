// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/left_out_table.h"

#include "core/measured/measure/published/left_out_figures.h"
#include "core/step/cost/parameters.h"
#include "widgets/charts/chart_text.h"
#include "widgets/published/runs_chart.h"
#include "widgets/theme/text_scale.h"

#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace roofrack {

namespace {

QString property_text(LeftOut by) {
    switch (by) {
    case LeftOut::generation: return LeftOutTable::tr("GPU generation");
    case LeftOut::family: return LeftOutTable::tr("Software stack");
    case LeftOut::release: return LeftOutTable::tr("Newest %1 months").arg(newest_months);
    case LeftOut::source: return LeftOutTable::tr("Source");
    case LeftOut::scale: return LeftOutTable::tr("Over %1 GPUs").arg(count_text(large_scale));
    case LeftOut::precision: return LeftOutTable::tr("Precision");
    case LeftOut::combination: return LeftOutTable::tr("Release on a GPU");
    case LeftOut::quarter_scale: return LeftOutTable::tr("Over %1 GPUs").arg(count_text(large_scale / 4));
    case LeftOut::vendor:
    case LeftOut::count: break;
    }
    return LeftOutTable::tr("Vendor");
}

QString stack_text(const QString& family) {
    return qt(CostParameters::built_in().stack(family.toStdString()).label);
}

/// "megatron-core from 2025-12" names a stack and its oldest release that is left out, "8 bit" a width.
QString name_text(LeftOut by, const std::string& name) {
    const QString text = qt(name);
    switch (by) {
    case LeftOut::generation: return class_text(RunClass::generation, name);
    case LeftOut::family: return stack_text(text);
    case LeftOut::release:
        return LeftOutTable::tr("%1 from %2")
            .arg(stack_text(text.section(u' ', 0, 0)), text.section(u' ', -1));
    case LeftOut::combination: {
        const QString half = text.section(u' ', -1);
        return LeftOutTable::tr("%1 on %2, %3")
            .arg(stack_text(text.section(u' ', 0, 0)),
                 class_text(RunClass::generation, text.section(u' ', 1, 1).toStdString()),
                 half == QStringLiteral("undated") ? LeftOutTable::tr("not dated") : half);
    }
    case LeftOut::precision: return LeftOutTable::tr("%1 bit").arg(text.section(u' ', 0, 0));
    default: return text;
    }
}

QTreeWidgetItem* line_of(const QString& name, const Figures& f) {
    auto* line = new QTreeWidgetItem;
    const auto percent = [](double value) { return LeftOutTable::tr("%1 %").arg(value, 0, 'f', 1); };
    line->setText(LeftOutTable::left_out, name);
    line->setText(LeftOutTable::median, percent(f.median_abs_error_pct));
    line->setText(LeftOutTable::ninth_tenth, percent(f.p90_abs_error_pct));
    line->setText(LeftOutTable::bias, error_text(f.bias_pct));
    line->setText(LeftOutTable::band, LeftOutTable::tr("±%1 %").arg(f.half_width_pct, 0, 'f', 0));
    line->setText(LeftOutTable::in_band, percent_text(f.coverage));
    for (int column = LeftOutTable::median; column < LeftOutTable::columns; ++column)
        line->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    const auto count = [](size_t number) { return count_text(static_cast<double>(number)); };
    line->setToolTip(LeftOutTable::left_out,
                     LeftOutTable::tr("%1: %2 runs of %3 series").arg(name, count(f.rows), count(f.series)));
    return line;
}

} // namespace

LeftOutTable::LeftOutTable(QWidget* parent)
    : QTreeWidget(parent) {
    setHeaderLabels(
        {tr("Never seen"), tr("Median"), tr("90 % within"), tr("Bias"), tr("Band"), tr("In band")});
    setAccessibleName(tr("Errors of what was left out of the fit"));
    setToolTip(
        tr("Every class of runs is left out of the fit and of the bands, then predicted. Each series of "
           "runs weighs the same; a band should hold 80 %."));
    setSelectionMode(QAbstractItemView::SingleSelection);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    for (const TransferTest& test : left_out_figures()) {
        QTreeWidgetItem* line = line_of(property_text(test.by), test.all);
        addTopLevelItem(line);
        if (test.classes.size() == 1) continue; // it is the line
        for (const TransferClass& each : test.classes)
            line->addChild(line_of(name_text(test.by, each.name), each.figures));
    }
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(left_out, QHeaderView::Interactive);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != left_out) fit_names();
    });
    for (int column = median; column < columns; ++column)
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

/// What the figures leave, and never less than the names' header takes.
void LeftOutTable::fit_names() {
    int left = viewport()->width();
    for (int column = median; column < columns; ++column) left -= header()->sectionSize(column);
    const int least = header()->fontMetrics().horizontalAdvance(headerItem()->text(left_out));
    header()->resizeSection(left_out, std::max(least + at_text_scale(24), left));
}

void LeftOutTable::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    fit_names();
}

QSize LeftOutTable::sizeHint() const {
    const int lines = topLevelItemCount() * sizeHintForRow(0);
    const int bar = horizontalScrollBar()->sizeHint().height(); // needed in a narrow window
    return {QTreeWidget::sizeHint().width(), header()->sizeHint().height() + lines + bar + 2 * frameWidth()};
}

} // namespace roofrack
