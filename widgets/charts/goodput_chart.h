// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// What the wall clock of a long run is lost to, over GPUs: checkpoints, failures and stops.
class GoodputChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "goodput";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Goodput");
    explicit GoodputChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;
};

} // namespace roofrack
