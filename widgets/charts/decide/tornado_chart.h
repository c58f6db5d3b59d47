// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/row_pages.h"

namespace roofrack {

/// Figures over all inputs: a row an input, tornado_rows(), a column a figure, with what it is where the
/// input is low and where it is high. A click on an input opens its field (Chart::chosen with input_prefix
/// and its address), on the name of a figure takes that away.
class TornadoChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "tornado";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Tornado");
    static constexpr const char* remove_prefix = "tornado-remove:";
    static constexpr const char* input_prefix = "input:";
    static constexpr const char* next_rows_key = "tornado-next-rows";
    explicit TornadoChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;
    void show_first_rows() override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;

private:
    RowPages m_pages;
    mutable int m_rows = 0; ///< How many there were at the last call of describe().
};

} // namespace roofrack
