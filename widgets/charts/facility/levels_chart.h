// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Every level on the way of power and heat against what it may carry after the worst single failure, the
/// fullest first. A click on a level opens the field of its limit (Chart::chosen with limit_prefix and the
/// address of that input; of feeds and cooling, whose limit is their part's, the address of the element's
/// part).
class LevelsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "levels";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Levels");
    static constexpr const char* limit_prefix = "limit:";
    explicit LevelsChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
};

} // namespace roofrack
