// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// The site's power over one step, part by part, against its limits.
class StepPowerChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "step-power";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Power over a step");
    explicit StepPowerChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
