// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/run_groups.h"

#include <QSortFilterProxyModel>

namespace roofrack {

/// The rows of a RunsModel that a filter lets pass, sorted by Qt::UserRole.
class RunsProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunsProxy(QObject* parent);
    void set_filter(RunFilter filter);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    RunFilter m_filter;
};

} // namespace roofrack
