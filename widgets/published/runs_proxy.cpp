// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/runs_proxy.h"

#include "widgets/published/runs_model.h"

namespace roofrack {

RunsProxy::RunsProxy(QObject* parent)
    : QSortFilterProxyModel(parent) {
    setSortRole(Qt::UserRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void RunsProxy::set_filter(RunFilter filter) {
    m_filter = std::move(filter);
    invalidateFilter();
}

bool RunsProxy::filterAcceptsRow(int row, const QModelIndex&) const {
    const auto& runs = static_cast<const RunsModel*>(sourceModel())->runs();
    return runs && passes(runs->rows[static_cast<size_t>(row)], m_filter);
}

} // namespace roofrack
