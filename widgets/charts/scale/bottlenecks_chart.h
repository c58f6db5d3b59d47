// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// The bottleneck moves: what a tenth more of each resource brings over GPU counts, and which one binds.
class BottlenecksChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "bottlenecks";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Bottlenecks");
    explicit BottlenecksChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;
};

} // namespace roofrack
