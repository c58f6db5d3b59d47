// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What binds: how the step changes with more and with less of each resource, widest effects first.
class SensitivityChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "what-binds";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "What binds");
    explicit SensitivityChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
