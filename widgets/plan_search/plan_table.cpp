// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plan_search/plan_table.h"

#include "widgets/charts/chart_table.h"
#include "widgets/fields/sorted_header.h"
#include "widgets/plan_search/plan_table_model.h"
#include "widgets/theme/text_scale.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace roofrack {

namespace {

/// Text with the air of the headings above it.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem cell(option);
        initStyleOption(&cell, index);
        cell.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
        const QRect room = cell.rect.adjusted(air, 0, -air, 0);
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(cell.palette.color(QPalette::Text));
        const QString kept = index.data(PlanTableModel::kept_role).toString();
        const int rest = room.width() - cell.fontMetrics.horizontalAdvance(kept);
        painter->drawText(room, static_cast<int>(cell.displayAlignment),
                          cell.fontMetrics.elidedText(cell.text.chopped(kept.size()), Qt::ElideRight, rest) +
                              kept);
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem cell(option);
        initStyleOption(&cell, index);
        return {cell.fontMetrics.horizontalAdvance(cell.text) + 2 * air + 1, cell.fontMetrics.height() + 8};
    }

private:
    static constexpr int air = 8;
};

} // namespace

PlanTable::PlanTable(QWidget* parent)
    : QTableView(parent)
    , m_plans(new PlanTableModel(this)) {
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_plans);
    sorted->setSortRole(Qt::UserRole);
    setModel(sorted);
    setHorizontalHeader(new SortedHeader(this));
    setSortingEnabled(true);
    setItemDelegate(new CellDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(24);
    setAccessibleName(tr("Plans found"));
    connect(this, &QTableView::doubleClicked, this, &PlanTable::use_requested);
}

void PlanTable::show_plans(const char* list, std::vector<RankedPlan> plans, bool ranked,
                           std::optional<RankedPlan> base) {
    m_plans->show(list, std::move(plans), ranked, std::move(base));
    sortByColumn(ranked ? PlanTableModel::rank : PlanTableModel::step_time, Qt::AscendingOrder);
    for (int column = 0; column < PlanTableModel::columns; ++column)
        setColumnHidden(column, !m_plans->says_something(column));
    fit_columns();
    Q_EMIT selection_changed();
}

/// As narrow as headings and cells allow.
void PlanTable::fit_columns() {
    const auto* header = static_cast<const SortedHeader*>(horizontalHeader());
    for (int column = 0; column < PlanTableModel::columns; ++column)
        if (!isColumnHidden(column)) setColumnWidth(column, header->needed_width(column));
    m_reason_width = isColumnHidden(PlanTableModel::reason) ? 0 : columnWidth(PlanTableModel::reason);
    share_width();
}

void PlanTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange && model() && model()->rowCount() > 0) fit_columns();
}

void PlanTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    share_width();
}

/// The reason gives and takes the room with which the last column that is seen is seen whole; a longer one
/// shows as its tooltip, as the degrees beside it are wanted too.
void PlanTable::share_width() {
    if (isColumnHidden(PlanTableModel::reason) || m_reason_width == 0) return;
    const int least = at_text_scale(216), most = at_text_scale(280);
    const int room = viewport()->width();
    int others = 0, seen = 0;
    for (int column = 0; column < PlanTableModel::columns; ++column) {
        if (column == PlanTableModel::reason || isColumnHidden(column)) continue;
        others += columnWidth(column);
        if (others + std::min(least, m_reason_width) <= room) seen = others;
    }
    const bool all = seen == others;
    const int width = all ? std::min(m_reason_width, room - seen) : std::clamp(room - seen, least, most);
    setColumnWidth(PlanTableModel::reason, width);
}

void PlanTable::set_stale(bool stale) { m_plans->set_stale(stale); }

std::optional<RankedPlan> PlanTable::selected() const {
    const QModelIndex index = currentIndex();
    if (!index.isValid() || !selectionModel()->isSelected(index)) return std::nullopt;
    return m_plans->plan(static_cast<const QSortFilterProxyModel*>(model())->mapToSource(index).row());
}

bool PlanTable::select(int tp, int pp) {
    return select_row(
        m_plans->find([=](const RankedPlan& plan) { return plan.plan.tp == tp && plan.plan.pp == pp; }));
}

bool PlanTable::select(const Plan& wanted) {
    return select_row(m_plans->find([&](const RankedPlan& plan) { return plan.plan == wanted; }));
}

void PlanTable::select_first() {
    if (model()->rowCount() > 0) setCurrentIndex(model()->index(0, PlanTableModel::step_time));
}

bool PlanTable::select_row(int source_row) {
    if (source_row < 0) return false;
    const QModelIndex source = m_plans->index(source_row, PlanTableModel::step_time);
    setCurrentIndex(static_cast<const QSortFilterProxyModel*>(model())->mapFromSource(source));
    return true;
}

std::vector<int> PlanTable::copied_rows() const {
    const bool chosen = selectionModel()->selectedRows(PlanTableModel::step_time).size() > 1;
    std::vector<int> out;
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, PlanTableModel::step_time);
        if (!chosen || selectionModel()->isSelected(index))
            out.push_back(static_cast<const QSortFilterProxyModel*>(model())->mapToSource(index).row());
    }
    return out;
}

std::string PlanTable::tsv() const { return m_plans->table(copied_rows()).tsv(); }
std::string PlanTable::csv() const { return m_plans->table(copied_rows()).csv(); }
void PlanTable::copy() const { QGuiApplication::clipboard()->setText(QString::fromStdString(tsv())); }
void PlanTable::copy_csv() const { QGuiApplication::clipboard()->setText(QString::fromStdString(csv())); }

void PlanTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        copy();
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && selected())
        Q_EMIT use_requested();
    else
        QTableView::keyPressEvent(event);
}

void PlanTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Use this plan"), this, &PlanTable::use_requested)
        ->setEnabled(selected() && selected()->feasible);
    menu.addSeparator();
    menu.addAction(tr("Copy as table"), this, &PlanTable::copy);
    menu.addAction(tr("Copy as CSV"), this, &PlanTable::copy_csv);
    menu.exec(event->globalPos());
}

void PlanTable::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
    QTableView::selectionChanged(now, before);
    Q_EMIT selection_changed();
}

} // namespace roofrack
