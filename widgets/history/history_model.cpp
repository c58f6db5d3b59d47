// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/history_model.h"

#include "widgets/editor/document.h"

namespace roofrack {

HistoryModel::HistoryModel(Document& document, QObject* parent)
    : QAbstractListModel(parent)
    , m_document(document) {
    connect(&document.undo_stack(), &QUndoStack::indexChanged, this, &HistoryModel::follow);
    connect(&document.undo_stack(), &QUndoStack::cleanChanged, this, &HistoryModel::follow);
    connect(&document, &Document::file_changed, this, &HistoryModel::follow);
    follow();
}

QModelIndex HistoryModel::now() const { return index(m_document.undo_stack().index()); }

void HistoryModel::follow() {
    const QUndoStack& stack = m_document.undo_stack();
    QStringList steps;
    for (int i = 0; i < stack.count(); ++i) steps << stack.text(i);
    qsizetype same = 0;
    while (same < steps.size() && same < m_steps.size() && steps[same] == m_steps[same]) ++same;
    if (same < m_steps.size()) {
        beginRemoveRows({}, static_cast<int>(same) + 1, static_cast<int>(m_steps.size()));
        m_steps.resize(same);
        endRemoveRows();
    }
    if (same < steps.size()) {
        beginInsertRows({}, static_cast<int>(same) + 1, static_cast<int>(steps.size()));
        m_steps = std::move(steps);
        endInsertRows();
    }
    Q_EMIT dataChanged(index(0), index(rowCount() - 1)); // what is done, and what is saved
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size()) + 1;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const int row = index.row();
    const QUndoStack& stack = m_document.undo_stack();
    const bool is_saved = stack.cleanIndex() == row && !m_document.file_path().empty();
    const bool is_undone = row > stack.index();
    const QString text =
        row == 0
            ? (m_document.file_path().empty() ? tr("Start") : tr("Opened %1").arg(m_document.display_name()))
            : m_steps[row - 1];
    switch (role) {
    case Qt::DisplayRole: return text;
    case Qt::ToolTipRole: {
        const QUndoCommand* step = row > 0 && row <= stack.count() ? stack.command(row - 1) : nullptr;
        QStringList parts;
        for (int i = 0; step && i < step->childCount(); ++i) parts << step->child(i)->text();
        return parts.size() > 1 ? QVariant(parts.join(QLatin1Char('\n'))) : QVariant(text);
    }
    case Qt::AccessibleTextRole:
        return text + (is_undone ? tr(", undone") : QString()) + (is_saved ? tr(", saved") : QString());
    case is_saved_role: return is_saved;
    case is_undone_role: return is_undone;
    default: return {};
    }
}

} // namespace roofrack
