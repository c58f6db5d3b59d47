// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"

#include <QAbstractTableModel>

namespace roofrack {

/// Findings as rows: what, why, mitigation; waived ones last, with the reason as mitigation.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { what, why, mitigation, column_count };
    static constexpr int severity_role = Qt::UserRole;   ///< int of Severity
    static constexpr int waived_role = Qt::UserRole + 1; ///< bool

    using QAbstractTableModel::QAbstractTableModel;

    /// False: they are what is shown already.
    bool set_findings(std::vector<Finding> findings, std::vector<WaivedFinding> waived);
    const Finding& finding(int row) const;
    bool is_waived(int row) const { return static_cast<size_t>(row) >= m_findings.size(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString mitigation_text(int row) const;

    std::vector<Finding> m_findings;
    std::vector<WaivedFinding> m_waived;
};

} // namespace roofrack
