// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/plan_search.h"

#include <QWidget>

class QPushButton;
class QSplitter;
class QTabBar;

namespace roofrack {

class ElidedLabel;
class PlanSearchChart;
class PlanTable;
class SearchControls;

/// The plan search: what is asked above, the map of TP × PP at the left, the plans as tables at the right.
class SearchView : public QWidget {
    Q_OBJECT

public:
    /// Lays the chart out among its tables and takes it over.
    explicit SearchView(PlanSearchChart* chart, QWidget* parent = nullptr);

    SearchControls& controls() { return *m_controls; }
    PlanTable& table() { return *m_table; }

    /// Null if there is none yet. The chart is shown its data by whoever shows all charts theirs.
    void show_search(std::shared_ptr<const PlanSearch> search);
    void set_stale(bool stale);
    void show_progress(double done); ///< share of the space
    void show_failure(const QString& why);
    void show_cancelled();
    /// A read-only project cannot take a plan over.
    void set_read_only(bool read_only);
    std::optional<RankedPlan> selected() const;

Q_SIGNALS:
    void selection_changed();
    void use_requested(const roofrack::Plan& plan);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Esc cancels

private:
    enum List { fastest, pareto, by_degrees };
    void show_list();
    void show_selection();
    void choose_cell(int tp, int pp);
    void use();
    void update_line();
    void share_room();

    SearchControls* m_controls;
    PlanSearchChart* m_chart;
    QSplitter* m_splitter;
    QWidget* m_plans;
    QTabBar* m_lists;
    PlanTable* m_table;
    ElidedLabel* m_plan;
    QPushButton* m_use;
    std::shared_ptr<const PlanSearch> m_search;
    bool m_running = false, m_stale = false, m_read_only = false;
};

} // namespace roofrack
