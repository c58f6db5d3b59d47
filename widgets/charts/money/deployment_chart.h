// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Ways to buy, build or rent the drawn cluster side by side: $ per million tokens by what they are paid for,
/// and the weeks from the order until it runs and until the run is done.
class DeploymentChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "deployment";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Deployment");
    explicit DeploymentChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
