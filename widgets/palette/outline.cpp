// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/outline.h"

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
    setExpandsOnDoubleClick(false);
    setUniformRowHeights(true);
    setAccessibleName(tr("Outline of the drawing"));
    const auto fold = [this](const QModelIndex& index, bool folded) {
        if (m_following) return;
        const std::string id = index.data(OutlineModel::id_role).toString().toStdString();
        if (folded)
            m_folded.insert(id);
        else
            m_folded.erase(id);
    };
    connect(this, &QTreeView::collapsed, this, [fold](const QModelIndex& index) { fold(index, true); });
    connect(this, &QTreeView::expanded, this, [fold](const QModelIndex& index) { fold(index, false); });
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QString id = index.data(OutlineModel::id_role).toString();
        if (!id.isEmpty()) Q_EMIT go_requested(id.toStdString());
    });
    connect(&m_model, &OutlineModel::rename_requested, this, &Outline::rename_requested);
    connect(&m_model, &OutlineModel::move_requested, this, &Outline::move_requested);
    connect(&m_model, &OutlineModel::modelReset, this, &Outline::unfold);
}

void Outline::set_cluster(const Cluster& cluster) {
    const QScopedValueRollback following(m_following, true);
    // Of a large drawing the racks come folded: thousands of servers tell nobody anything.
    constexpr size_t many = 300;
    for (const Element& element : cluster.elements)
        if (m_known.insert(element.id).second && element.kind == ElementKind::rack &&
            cluster.elements.size() > many)
            m_folded.insert(element.id);
    if (cluster.links.size() > many && m_known.insert({}).second)
        m_folded.insert(std::string()); // their heading
    m_model.set_cluster(cluster);
}

void Outline::unfold() {
    const QScopedValueRollback following(m_following, true);
    for (const QModelIndex& index : m_model.containers())
        setExpanded(index, !m_folded.count(index.data(OutlineModel::id_role).toString().toStdString()));
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
        QToolTip::showText(viewport()->mapToGlobal(at) + QPoint(12, 16), problem, viewport());
}

} // namespace roofrack
