// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/charts/scale/study_text.h"

namespace roofrack {

struct MeasuredStudy;

/// A curve of measured rates with its forecast, the laws fitted to it and the model's own curve; beside it
/// what is to be asked before more GPUs are bought, as the points answer it.
class MeasuredCurveChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "measured-curve";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Measured curve");
    explicit MeasuredCurveChart(QWidget* parent = nullptr);

    /// What the curve shows of each count.
    void show_value(StudyValue value);
    /// Shows the curve of this name.
    void show_curve(const QString& name);
    /// The name of the shown curve: the chosen one, else the one added last; empty if there is none.
    QString shown_curve() const;

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    /// The legend says that the model's line is of the plan as given.
    QString plan_text() const override { return {}; }

private:
    const MeasuredStudy* study() const;

    StudyValue m_value = StudyValue::speedup;
    QString m_curve;
};

} // namespace roofrack
