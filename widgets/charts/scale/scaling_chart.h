// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/scale/study_text.h"

namespace roofrack {

/// Speed-up against GPUs with the ideal, the three regimes and what ends each.
class ScalingChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "scaling";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Scaling");
    explicit ScalingChart(QWidget* parent = nullptr);

    /// What the curve shows of each size.
    void show_value(StudyValue value);

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;

private:
    StudyValue m_value = StudyValue::speedup;
};

} // namespace roofrack
