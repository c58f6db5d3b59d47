// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What limits each scenario: one row per limit, a column a scenario; in each cell the margin, what it is of,
/// and the cheapest mitigation with its price.
class LimitsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "limits";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Limits");
    explicit LimitsChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
