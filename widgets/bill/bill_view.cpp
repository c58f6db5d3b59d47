// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bill/bill_view.h"

#include "core/base/model/project.h"
#include "core/base/units/csv_cell.h"
#include "core/drawing/bill/bill_text.h"
#include "core/facility/economics/capital_text.h"
#include "widgets/bill/bill_model.h"
#include "widgets/fields/sorted_header.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace roofrack {

BillView::BillView(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_model(new BillModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(new QTableView(this))
    , m_totals(new QLabel(this))
    , m_export(new QPushButton(tr("Save as CSV…"), this))
    , m_worker([this](const Snapshot& scenario, const std::stop_token& stop) {
        auto bill = bill_of_materials(scenario->cluster, m_catalog);
        if (stop.stop_requested()) return;
        Capital capital;
        if (bill) capital = price_bill(*bill, scenario->cluster, scenario->site, m_catalog);
        QMetaObject::invokeMethod(
            this,
            [this, scenario, bill = std::move(bill), capital = std::move(capital)]() mutable {
                show_bill(scenario, std::move(bill), std::move(capital));
            },
            Qt::QueuedConnection);
    }) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_table->setModel(m_sorted);
    m_table->setHorizontalHeader(new SortedHeader(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(BillModel::item, Qt::AscendingOrder);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setAccessibleName(tr("Bill of materials"));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* copy_rows = new QAction(tr("Copy"), m_table);
    copy_rows->setShortcut(QKeySequence::Copy);
    copy_rows->setShortcutContext(Qt::WidgetShortcut);
    connect(copy_rows, &QAction::triggered, this, &BillView::copy);
    auto* save = new QAction(tr("Save as CSV…"), m_table);
    connect(save, &QAction::triggered, this, &BillView::export_requested);
    m_table->addActions({copy_rows, save});
    // The selection, not the current row: a table that gets the keys makes its first row the current one.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        if (rows.isEmpty() || !m_table->hasFocus()) return;
        // All are chosen to be copied, not to be found in the drawing.
        if (rows.size() > 1 && rows.size() == m_sorted->rowCount()) return;
        std::vector<std::string> drawn;
        for (const QModelIndex& row : rows)
            std::ranges::copy(m_model->row(m_sorted->mapToSource(row).row()).drawn,
                              std::back_inserter(drawn));
        Q_EMIT chosen(drawn);
    });
    connect(m_export, &QPushButton::clicked, this, &BillView::export_requested);
    m_export->setAutoDefault(false);
    m_totals->setWordWrap(true);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_totals->setProperty("role", "strong");
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(12, 4, 8, 4);
    foot->setSpacing(12);
    foot->addWidget(m_totals, 1);
    foot->addWidget(m_export);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_table, 1);
    column->addLayout(foot);
    setFocusProxy(m_table);
}

void BillView::set_theme(const Theme& theme) {
    m_model->set_quiet_colour(theme.secondary);
    m_table->viewport()->update();
}

void BillView::show_scenario(std::shared_ptr<const Scenario> scenario) {
    m_scenario = std::move(scenario);
    if (isVisible()) count();
}

void BillView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count();
}

void BillView::count() {
    if (!is_counting()) return;
    if (m_scenario)
        m_worker.post(m_scenario);
    else
        show_bill(m_scenario, BillOfMaterials(), {});
}

void BillView::show_bill(const Snapshot& of, Result<BillOfMaterials> bill, Capital capital) {
    if (of != m_scenario) return; // a newer one is on its way, or waits until it is seen
    m_shown = of;
    m_export->setEnabled(bill.has_value() && !bill->rows.empty());
    if (!bill) {
        m_model->show({}, {});
        m_totals->setText(to_qt(bill.error().text()));
        return;
    }
    m_totals->setText(
        bill->rows.empty()
            ? tr("Nothing is drawn that could be bought.")
            : to_qt(pieces_text(bill->totals) + "; " + capital_text(capital) +
                    (price_status_text(capital).empty() ? "" : "; " + price_status_text(capital))));
    // Where nothing says otherwise all is bought: the room is for where prices are from.
    m_table->setColumnHidden(BillModel::ownership, !capital.says_procurement);
    m_model->show(std::move(*bill), std::move(capital));
    m_table->resizeColumnsToContents();
    for (int column = 0; column < BillModel::source; ++column)
        m_table->setColumnWidth(column, m_table->columnWidth(column) + 16);
    // A long name leaves room for where its price is from; pointing at it shows the whole.
    const int widest = at_text_scale(180);
    m_table->setColumnWidth(BillModel::part, std::min(widest, m_table->columnWidth(BillModel::part)));
}

QString BillView::table() const {
    auto rows = m_table->selectionModel()->selectedRows();
    if (rows.size() < 2) {
        rows.clear();
        for (int row = 0; row < m_sorted->rowCount(); ++row) rows << m_sorted->index(row, 0);
    }
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    const auto line = [&](const std::function<QString(int)>& cell) {
        QStringList cells;
        for (int column = 0; column < BillModel::columns; ++column) cells << cell(column);
        lines << cells.join(u'\t');
    };
    line([&](int column) {
        return m_model->headerData(column, Qt::Horizontal, BillModel::copied_role).toString();
    });
    for (const QModelIndex& row : rows)
        line([&](int column) {
            const QString text = row.siblingAtColumn(column).data(BillModel::copied_role).toString();
            return to_qt(no_formula(text.toStdString())).replace(u'\t', u' ').replace(u'\n', u' ');
        });
    return lines.join(u'\n') + u'\n';
}

std::string BillView::csv() const { return priced_bill_csv(m_model->bill(), m_model->capital()); }

void BillView::copy() const { QGuiApplication::clipboard()->setText(table()); }

} // namespace roofrack
