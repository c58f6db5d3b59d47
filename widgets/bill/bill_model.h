// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/bill_of_materials.h"

#include <QAbstractTableModel>

namespace roofrack {

/// A bill of materials, one thing to buy a row. Qt::UserRole is what sorting compares.
class BillModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { item, part, count, length, power, price, figure, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(BillOfMaterials bill);
    const BillOfMaterials& bill() const { return m_bill; }
    const BillRow& row(int index) const { return m_bill.rows[static_cast<size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QString text(const BillRow& row, int column) const;
    QString tooltip(const BillRow& row, int column) const;
    QVariant raw(int index, int column) const;

    BillOfMaterials m_bill;
};

} // namespace roofrack
