// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Where the time of a step, or of the whole run, went by what a log tells: its program's own timers, and who
/// computed longest where every rank's are told; phases of the run.
class RunPartsChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "run-parts";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Where the time went");
    explicit RunPartsChart(QWidget* parent = nullptr);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// A measured run has no plan, so that the title names none.
    QString plan_text() const override { return {}; }
};

} // namespace roofrack
