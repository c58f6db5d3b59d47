// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What the order and the precision of a sum over ranks do to it, simulated, and where the plan stands.
class ReductionChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "reduction-order";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Reduction order");
    explicit ReductionChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
