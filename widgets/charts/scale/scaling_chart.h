// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/curve/serial_law.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/scale/study_view.h"

namespace roofrack {

/// Speed-up, days, $ … against GPUs with the ideal, the three regimes and what ends each.
class ScalingChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "scaling";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Scaling");
    explicit ScalingChart(QWidget* parent = nullptr);

    void show_view(const StudyView& view);
    const StudyView& view() const { return m_shown; }

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;

private:
    StudyView m_shown;
};

} // namespace roofrack
