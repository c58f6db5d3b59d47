// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_losses_table.h"

#include "core/answers/design/design_losses.h"
#include "widgets/charts/chart_text.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int least_above_px = 440; ///< height of the picture above a table of more than one row
constexpr int losses_row_px = 22, most_losses_rows = 6;

} // namespace

DesignLossesTable::DesignLossesTable(QWidget* parent)
    : QTableWidget(0, columns, parent) {
    setHorizontalHeaderLabels({tr("Designs"), tr("Why they lost")});
    setAccessibleName(tr("Why designs lost"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(at_text_scale(losses_row_px));
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(designs, QHeaderView::ResizeToContents);
    horizontalHeader()->setStretchLastSection(true);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* copy_rows = new QAction(tr("Copy"), this);
    copy_rows->setShortcut(QKeySequence::Copy);
    copy_rows->setShortcutContext(Qt::WidgetShortcut);
    connect(copy_rows, &QAction::triggered, this, &DesignLossesTable::copy);
    addAction(copy_rows);
    hide();
}

void DesignLossesTable::add(const QString& count, const QString& why) {
    const int row = rowCount();
    insertRow(row);
    setItem(row, designs, new QTableWidgetItem(count));
    auto* item = new QTableWidgetItem(why);
    item->setToolTip(why); // the end of a long one is cut
    setItem(row, reason, item);
}

void DesignLossesTable::show_study(const DesignStudy* study) {
    setRowCount(0);
    if (study) {
        for (const std::string& each : nearest_texts(study->found.rows, study->verdict))
            add(tr("nearest"), qt(each));
        for (const DesignLoss& each : design_losses(study->question, study->found.rows, study->verdict))
            add(qt(each.count_text()), qt(each.reason));
    }
    setVisible(rowCount() > 0);
}

void DesignLossesTable::fit(int height) {
    if (rowCount() == 0) return;
    const int head = horizontalHeader()->sizeHint().height(), line = std::max(1, rowHeight(0));
    const int spare = (height - at_text_scale(least_above_px) - head) / line;
    setFixedHeight(head + line * std::clamp(spare, 1, std::min(rowCount(), most_losses_rows)));
}

/// The text has another size.
void DesignLossesTable::changeEvent(QEvent* event) {
    QTableWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    verticalHeader()->setDefaultSectionSize(at_text_scale(losses_row_px));
    if (parentWidget()) fit(parentWidget()->height());
}

QString DesignLossesTable::copied_text() const {
    const bool are_chosen = selectionModel()->hasSelection();
    QString out;
    for (int row = 0; row < rowCount(); ++row)
        if (!are_chosen || selectionModel()->isRowSelected(row))
            out += item(row, designs)->text() + u'\t' + item(row, reason)->text() + u'\n';
    return out;
}

void DesignLossesTable::copy() const { QGuiApplication::clipboard()->setText(copied_text()); }

} // namespace roofrack
