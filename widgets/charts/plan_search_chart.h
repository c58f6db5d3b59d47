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

    /// Rings the cell of the plan that is selected elsewhere; nothing: none.
    void set_selected(std::optional<std::pair<int, int>> tp_pp);

Q_SIGNALS:
    /// A cell was clicked, or Enter was pressed on it.
    void cell_chosen(int tp, int pp);

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override { return {}; } ///< plan text of all plans

private:
    QString nothing_text() const;
    QString fastest_text() const; ///< there must be one
    /// The scenario's plan against it; empty where they cannot be compared.
    /// The cell that holds the plan now, where one does.
    std::optional<std::pair<int, int>> present() const;
    QString present_text() const;

    std::optional<std::pair<int, int>> m_selected;
};

} // namespace roofrack
