// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Operators of the step between the memory roof and the compute roofs.
class RooflineChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "roofline";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Roofline");
    explicit RooflineChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
