// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Each rack's power against its limit, and the temperatures in it.
class PowerHeatChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "power-heat";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Power & heat");
    explicit PowerHeatChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
