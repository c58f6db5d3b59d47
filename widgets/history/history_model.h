// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QStringList>

namespace roofrack {

class Document;

/// The document's undo steps, oldest first. Row 0 is the project before the first step; row n the project
/// after step n.
class HistoryModel : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr int is_saved_role = Qt::UserRole;      ///< as in the file
    static constexpr int is_undone_role = Qt::UserRole + 1; ///< a redo would do it again

    explicit HistoryModel(Document& document, QObject* parent = nullptr);

    /// The row of the project as it is now.
    QModelIndex now() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    void follow();

    Document& m_document;
    QStringList m_steps;
};

} // namespace roofrack
