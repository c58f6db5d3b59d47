// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// The scenarios of a project beside each other: capital, $ per million, days, MW and weeks until it runs, a
/// bar a scenario. A click on the open scenario's opens "Why this number".
class ScenariosChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "scenarios";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Scenarios");
    explicit ScenariosChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
