// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <utility>

namespace roofrack {

/// The map of a plan search: for each tensor × pipeline degree the step time of the best plan there, against
/// the best of all.
class PlanSearchChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "plan-search";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Plan search");

    explicit PlanSearchChart(QWidget* parent);

    ChartTable table() const override;

    /// Rings the cell of the plan that is selected elsewhere; nullopt rings none.
    void set_selected(std::optional<std::pair<int, int>> tp_pp);

Q_SIGNALS:
    /// A cell was clicked, or Enter was pressed on it.
    void cell_chosen(int tp, int pp);

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// The chart shows all plans, so that its title names none.
    QString plan_text() const override { return {}; }

private:
    QString nothing_text() const;
    QString fastest_text() const; ///< Call it only if a plan was found.
    /// The cell that holds the scenario's plan; nullopt if none does.
    std::optional<std::pair<int, int>> present() const;
    /// The scenario's plan against the fastest one; empty if they cannot be compared.
    QString present_text() const;

    std::optional<std::pair<int, int>> m_selected;
};

} // namespace roofrack
