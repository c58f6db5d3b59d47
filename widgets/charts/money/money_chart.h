// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Where a dollar goes: $ of an hour by what is bought and paid, capital with the band of its prices; beside
/// it what $ per million tokens rest on, each assumption low and high.
class MoneyChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "money";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Money");
    explicit MoneyChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
