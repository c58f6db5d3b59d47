// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What capping the GPUs' power does to speed, power and money, against none; the best cap is marked.
class PowerCapsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "power-caps";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Power caps");
    explicit PowerCapsChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
