// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// How long gradients take to be exchanged over GPU counts, by pattern: rings and trees beside parameter
/// servers and everyone to everyone.
class ExchangeChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "gradient-exchange";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Gradient exchange");
    explicit ExchangeChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
