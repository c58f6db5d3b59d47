// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/finding.h"

#include <QAbstractTableModel>

namespace roofrack {

/// Findings as rows: what, why, relief.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { what, why, relief, column_count };
    static constexpr int severity_role = Qt::UserRole; ///< int of Severity

    using QAbstractTableModel::QAbstractTableModel;

    void set_findings(std::vector<Finding> findings);
    const Finding& finding(int row) const { return m_findings[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Finding> m_findings;
};

} // namespace roofrack
