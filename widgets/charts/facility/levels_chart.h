// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Every level on the way of power and heat against what it may carry after the worst single failure, the
/// fullest first.
class LevelsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "levels";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Levels");
    explicit LevelsChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
