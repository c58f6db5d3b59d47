// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <QAbstractTableModel>
#include <QColor>

namespace roofrack {

/// A bill of materials, one thing to buy a row. Qt::UserRole is what sorting compares.
class BillModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        item,
        part,
        count,
        price,
        range,
        ownership,
        price_figure,
        length,
        power,
        figure,
        source,
        columns
    };

    /// The text for a spreadsheet: numbers without units, which stand in the header; empty where nothing is
    /// known.
    static constexpr int copied_role = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// The colour of what is not known.
    void set_quiet_colour(const QColor& colour) { m_quiet = colour; }
    /// `capital` prices the bill row by row; it is empty if there is none.
    void show(BillOfMaterials bill, Capital capital);
    const BillOfMaterials& bill() const { return m_bill; }
    const Capital& capital() const { return m_capital; }
    const BillRow& row(int index) const { return m_bill.rows[static_cast<size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    bool is_missing(int index, int column) const;
    bool is_estimate(int index) const;
    /// What the row costs; null where no price is known.
    const CapitalRow* price_of(int index) const;
    QString text(int index, int column) const;
    QString tooltip(int index, int column) const;
    QVariant raw(int index, int column) const;
    QString copied(int index, int column) const;

    BillOfMaterials m_bill;
    Capital m_capital;
    QColor m_quiet;
};

} // namespace roofrack
