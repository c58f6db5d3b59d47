// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/search.h"

#include <QTableView>

#include <optional>

namespace roofrack {

class PlanTableModel;

/// Plans that a search found, one a row: sortable, with why each lost; copies as a table.
class PlanTable : public QTableView {
    Q_OBJECT

public:
    explicit PlanTable(QWidget* parent = nullptr);

    /// `list` names them in what is copied: "fastest". In the order given, ranked from 1 when `ranked`.
    void show_plans(const char* list, std::vector<RankedPlan> plans, bool ranked,
                    std::optional<RankedPlan> base = {});
    /// The plans are of another drawing: they are greyed.
    void set_stale(bool stale);

    /// The plan of the present row.
    std::optional<RankedPlan> selected() const;
    /// Selects the first plan with these degrees; false when there is none.
    bool select(int tp, int pp);
    /// Selects the plan equal to this one; false when there is none.
    bool select(const Plan& plan);
    void select_first();

    /// The selected rows when there are several, else all; in the order shown.
    std::string tsv() const;
    std::string csv() const;
    void copy() const; ///< tab-separated, as spreadsheets paste it
    void copy_csv() const;

Q_SIGNALS:
    void selection_changed();
    /// Enter or a double-click on a row.
    void use_requested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void fit_columns();
    void share_width();
    bool select_row(int source_row);
    std::vector<int> copied_rows() const;

    PlanTableModel* m_plans;
    int m_reason_width = 0; ///< The width that it would take, px; 0 if nothing is shown.
};

} // namespace roofrack
