// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/row_pages.h"

namespace roofrack {

/// The scenarios of the project beside each other: a column each, a row a figure or an input, with the
/// difference to the reference, the best marked, and above them why one is faster. A click on the name of a
/// row that was added takes it away (Chart::chosen with remove_prefix and the name of the row).
class CompareChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "compare";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Compare");
    static constexpr const char* remove_prefix = "compare-remove:";
    /// The mark of the control that searches designs like those that are compared.
    static constexpr const char* designs_key = "compare-designs";
    static constexpr const char* next_rows_key = "compare-next-rows";
    explicit CompareChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    std::string csv() const override; ///< what `compare --csv` prints; empty without a comparison
    ChoiceControls* make_controls(QWidget* parent) override;
    void show_first_rows() override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;

private:
    RowPages m_pages;
};

/// The text that names the reference, the quantity in which the scenarios are made equal, and the scenarios
/// without a column.
QString held_text(const ComparisonView& view);
/// The text that says which plans the columns are computed with.
QString comparison_plan_text(const ComparisonView* view);
/// The text shown instead of a missing comparison; empty if there is a comparison.
QString comparison_empty_text(const ComparisonView* view);

} // namespace roofrack
