// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/published/listed_runs.h"

#include <QAbstractTableModel>

namespace roofrack {

/// Published runs, one a row, in the order of ListedRuns. Qt::UserRole is what sorting compares.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { model, gpus, gpu, error, published, predicted, in_band, precision, stack, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const ListedRuns* runs);
    const ListedRuns* runs() const { return m_runs; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    const ListedRuns* m_runs = nullptr;
};

} // namespace roofrack
