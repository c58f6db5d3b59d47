// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Where the time of a step goes: one stacked bar with its parts named, then their shares over GPU counts.
class StepBreakdownChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "step-breakdown";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Step breakdown");
    explicit StepBreakdownChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
