// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/findings_model.h"

#include "widgets/fields/text.h"

namespace roofrack {

namespace {

QString label_of(Severity severity) {
    switch (severity) {
    case Severity::critical: return QObject::tr("critical");
    case Severity::warning: return QObject::tr("warning");
    case Severity::info: break;
    }
    return QObject::tr("note");
}

} // namespace

bool FindingsModel::set_findings(std::vector<Finding> findings, std::vector<WaivedFinding> waived) {
    if (findings == m_findings && waived == m_waived) return false;
    beginResetModel();
    m_findings = std::move(findings);
    m_waived = std::move(waived);
    endResetModel();
    return true;
}

const Finding& FindingsModel::finding(int row) const {
    const auto at = static_cast<size_t>(row);
    return is_waived(row) ? m_waived[at - m_findings.size()].finding : m_findings[at];
}

QString FindingsModel::mitigation_text(int row) const {
    if (!is_waived(row)) return to_qt(finding(row).mitigation);
    return tr("Waived: %1").arg(to_qt(m_waived[static_cast<size_t>(row) - m_findings.size()].reason));
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_findings.size() + m_waived.size());
}

int FindingsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Finding& found = finding(index.row());
    if (role == severity_role) return static_cast<int>(found.severity);
    if (role == waived_role) return is_waived(index.row());
    if (role == Qt::AccessibleTextRole && index.column() == what)
        return QStringLiteral("%1: %2").arg(is_waived(index.row()) ? tr("waived") : label_of(found.severity),
                                            to_qt(found.message));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
    case what: return to_qt(found.message);
    case why: return to_qt(found.why);
    case mitigation: return mitigation_text(index.row());
    default: return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case what: return tr("What");
    case why: return tr("Why");
    case mitigation: return tr("What mitigates it");
    default: return {};
    }
}

} // namespace roofrack
