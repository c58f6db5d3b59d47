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
    const auto remember = [this](const QModelIndex& index, bool closed) {
        if (m_following) return;
        const std::string id = index.data(OutlineModel::id_role).toString().toStdString();
        if (id.empty()) m_chose_links = true;
        if (closed)
            m_closed.insert(id);
        else
            m_closed.erase(id);
    };
    connect(this, &QTreeView::collapsed, this, [remember](const QModelIndex& at) { remember(at, true); });
    connect(this, &QTreeView::expanded, this, [remember](const QModelIndex& at) { remember(at, false); });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &Outline::open_all);
}

void Outline::set_cluster(const Cluster& cluster) {
    const QScopedValueRollback following(m_following, true);
    // The links of a large drawing would hide that there is anything else.
    constexpr size_t many = 200;
    if (!m_chose_links && cluster.links.size() > many)
        m_closed.insert(std::string());
    else if (!m_chose_links)
        m_closed.erase(std::string());
    m_model.set_cluster(cluster);
}

void Outline::open_all() {
    const QScopedValueRollback following(m_following, true);
    expandAll();
    for (const std::string& id : m_closed) {
        const int last = m_model.rowCount() - 1;
        const QModelIndex index = id.empty() && last >= 0 ? m_model.index(last, 0) : m_model.index_of(id);
        if (index.isValid() && m_model.hasChildren(index)) collapse(index);
    }
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
