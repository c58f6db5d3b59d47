// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/compare_dialog.h"

#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace roofrack {

namespace {

QString summary_of(const ProjectDifference& found) {
    const int count = static_cast<int>(found.count), shown = static_cast<int>(found.values.size());
    if (count == 0) return CompareDialog::tr("They do not differ.");
    if (shown < count)
        return CompareDialog::tr("%1 values differ; the first %2 are listed.").arg(count).arg(shown);
    return count == 1 ? CompareDialog::tr("One value differs.")
                      : CompareDialog::tr("%1 values differ.").arg(count);
}

QTableWidget* difference_table(const ProjectDifference& found, const QString& mine, const QString& theirs,
                               QWidget* parent) {
    auto* table = new QTableWidget(static_cast<int>(found.values.size()), 3, parent);
    table->setObjectName(QStringLiteral("differences"));
    table->setAccessibleName(CompareDialog::tr("What differs"));
    table->setHorizontalHeaderLabels({CompareDialog::tr("Where"), mine, theirs});
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setWordWrap(true);
    const QString nothing = QStringLiteral("–");
    for (int row = 0; row < table->rowCount(); ++row) {
        const Difference& value = found.values[static_cast<size_t>(row)];
        const QString cells[] = {to_qt(value.place), value.mine.empty() ? nothing : to_qt(value.mine),
                                 value.theirs.empty() ? nothing : to_qt(value.theirs)};
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setToolTip(column == 0 ? to_qt(value.pointer) : cells[column]);
            table->setItem(row, column, item);
        }
    }
    constexpr int value_width = 190;
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int column : {1, 2}) table->setColumnWidth(column, value_width);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents); // wrapped, nothing is cut
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

} // namespace

CompareDialog::CompareDialog(const QString& introduction, const ProjectDifference& found, const QString& mine,
                             const QString& theirs, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("compare"));
    setWindowTitle(tr("What differs"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text = new QLabel(introduction + u' ' + summary_of(found), this);
    text->setWordWrap(true);
    column->addWidget(text);
    column->addWidget(difference_table(found, mine, theirs, this), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize_for_text(*this, {760, 420});
}

} // namespace roofrack
