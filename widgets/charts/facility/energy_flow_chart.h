// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Power from the grid to the chips, and its heat on to the sky, with what is lost on the way.
class EnergyFlowChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "energy-flow";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Energy flow");
    explicit EnergyFlowChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
