// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/outline.h"

#include <QScopedValueRollback>

namespace roofrack {

Outline::Outline(QWidget* parent)
    : QTreeView(parent) {
    setModel(&m_model);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(16);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setUniformRowHeights(true);
    setAccessibleName(tr("Outline of the drawing"));
}

void Outline::set_cluster(const Cluster& cluster) {
    const QScopedValueRollback following(m_following, true);
    m_model.set_cluster(cluster);
    expandAll();
}

void Outline::show_selection(const std::vector<std::string>& ids) {
    const QScopedValueRollback following(m_following, true);
    QItemSelection selection;
    QModelIndex last;
    for (const std::string& id : ids) {
        const QModelIndex index = m_model.index_of(id);
        if (!index.isValid()) continue;
        selection.select(index, index);
        last = index;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (last.isValid()) {
        selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
        scrollTo(last);
    }
}

void Outline::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
    QTreeView::selectionChanged(selected, deselected);
    if (m_following) return;
    std::vector<std::string> ids;
    for (const QModelIndex& index : selectionModel()->selectedIndexes()) {
        const QString id = index.data(OutlineModel::id_role).toString();
        if (!id.isEmpty()) ids.push_back(id.toStdString());
    }
    Q_EMIT chosen(ids);
}

} // namespace roofrack
