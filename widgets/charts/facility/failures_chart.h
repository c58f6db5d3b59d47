// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What fails against what is then over its limit, how much load must be shed, and what the step becomes.
class SupplyFailuresChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "supply-failures";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Single failures");
    explicit SupplyFailuresChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
