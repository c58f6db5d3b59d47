// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QColor>
#include <QCoreApplication>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace roofrack {

/// A piece of a row's bar.
struct RowPiece {
    double value = 0;
    QColor fill;
    QString readout; ///< Empty stands for the readout of the row.
};

/// One thing of a list: its name, its bar, its figures.
struct ListRow {
    QString name;    ///< shortened where there is no room
    QString readout; ///< Lines that explain the row.
    std::vector<RowPiece> pieces;
    QStringList cells;     ///< One cell per column.
    bool is_quiet = false; ///< The row stands for several small ones.
};

/// A list as a chart: names first, then a bar each on one axis, then figures in columns.
struct RowList {
    Q_DECLARE_TR_FUNCTIONS(roofrack::RowList)

public:
    QString heading;     ///< what the bars are
    QString unit;        ///< unit of their axis
    QStringList columns; ///< headings of the figures
    std::vector<ListRow> rows;
    QColor rest_fill; ///< colour of what fold_rest() puts together
};

/// So many letters of a name at most; "…" stands for what is left out.
QString cut_name(const QString& name, qsizetype most);
/// Rows that are told apart in a chart of that size.
int rows_that_fit(const Theme& theme, QSize size);
/// Where a picture has several lists, one below the other, each has a part of its height, and title and
/// source stand there once: the size that rows_that_fit() and row_list_panel() take for a list with `part` of
/// `all` parts.
QSize stacked_size(const Theme& theme, QSize picture, size_t part, size_t all);
/// The figures of all rows from that one on as one row: sums in the columns that are sums, else empty.
using RestCells = std::function<QStringList(size_t from)>;
/// Leaves so many rows: what stands behind them becomes one, with the sum of their bars.
void fold_rest(RowList& list, int most, const RestCells& cells);
/// Leaves so many rows, the last of which says how many are left out: bars that cannot be added up.
void cut_rest(RowList& list, int most);
/// The list, all rows of it: keep to rows_that_fit(). A column in which no row has a figure is left out.
PanelSpec row_list_panel(RowList list, const Theme& theme, QSize size);

} // namespace roofrack
