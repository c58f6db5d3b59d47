// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Where the time of each rank and step of a measured run went, who made the others wait first.
class RunRanksChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "run-ranks";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Ranks and steps");
    explicit RunRanksChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// A measured run has no plan, so that the title names none.
    QString plan_text() const override { return {}; }
};

} // namespace roofrack
