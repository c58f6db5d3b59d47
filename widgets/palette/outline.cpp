// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/outline.h"
#include "widgets/fields/plain_text.h"

#include <QContextMenuEvent>
#include <QDragMoveEvent>
#include <QScopedValueRollback>
#include <QToolTip>

#include <algorithm>
#include <map>

namespace roofrack {

Outline::Outline(QWidget* parent)
    : QTreeView(parent) {
    setModel(&m_model);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(16);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setDragDropMode(QAbstractItemView::DragDrop);
    setDefaultDropAction(Qt::MoveAction);
    setExpandsOnDoubleClick(false); // it goes there
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
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QString id = index.data(OutlineModel::id_role).toString();
        if (!id.isEmpty()) Q_EMIT go_requested(id.toStdString());
    });
    connect(&m_model, &OutlineModel::rename_requested, this, &Outline::rename_requested);
    connect(&m_model, &OutlineModel::move_requested, this, &Outline::move_requested);
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
    // Neighbours join to one range: thousands of ranges would take the view seconds.
    std::map<QModelIndex, std::vector<int>> rows;
    QModelIndex last;
    for (const std::string& id : ids) {
        const QModelIndex index = m_model.index_of(id);
        if (!index.isValid()) continue;
        rows[index.parent()].push_back(index.row());
        last = index;
    }
    QItemSelection selection;
    for (auto& [parent, chosen] : rows) {
        std::ranges::sort(chosen);
        for (size_t first = 0; first < chosen.size();) {
            size_t end = first + 1;
            while (end < chosen.size() && chosen[end] == chosen[end - 1] + 1) ++end;
            selection.select(m_model.index(chosen[first], 0, parent),
                             m_model.index(chosen[end - 1], 0, parent));
            first = end;
        }
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (last.isValid()) {
        selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
        const bool is_folded = last.parent().isValid() && !isExpanded(last.parent());
        scrollTo(is_folded && ids.size() > 1 ? last.parent() : last); // one chosen item is unfolded to
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

void Outline::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_mouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = by_mouse ? indexAt(event->pos()) : currentIndex();
    const QPoint at = by_mouse || !index.isValid() ? event->globalPos()
                                                   : viewport()->mapToGlobal(visualRect(index).center());
    Q_EMIT menu_requested(index.data(OutlineModel::id_role).toString().toStdString(), at);
}

/// Why something does not go there is said beside the pointer.
void Outline::dragMoveEvent(QDragMoveEvent* event) {
    QTreeView::dragMoveEvent(event);
    const QPoint at = event->position().toPoint();
    const QString problem = m_model.why_not_drop(*event->mimeData(), indexAt(at));
    if (problem.isEmpty())
        QToolTip::hideText();
    else
        show_tip(viewport()->mapToGlobal(at) + QPoint(12, 16), problem, viewport());
}

} // namespace roofrack
