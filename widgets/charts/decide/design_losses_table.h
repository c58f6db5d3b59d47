// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/design_json.h"

#include <QTableWidget>

namespace roofrack {

/// How many designs of a search break each limit or do not run, and why, as design_losses() says it. Where
/// none meets all limits, the nearest ones stand first with what they miss. Rows can be selected and copied.
class DesignLossesTable : public QTableWidget {
    Q_OBJECT

public:
    enum Column { designs, reason, columns };

    explicit DesignLossesTable(QWidget* parent = nullptr);

    /// Null stands for no search. The table is hidden while it has nothing to say.
    void show_study(const DesignStudy* study);
    /// Takes its height from a view of that height, as far as the picture above leaves it: one row at least.
    void fit(int height);
    /// A line for each selected row, for every row if none is selected.
    QString copied_text() const;
    void copy() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void add(const QString& count, const QString& why);
};

} // namespace roofrack
