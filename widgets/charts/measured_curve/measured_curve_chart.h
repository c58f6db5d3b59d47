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
    /// One of several curves, by its name.
    void show_curve(const QString& name);
    /// The name of the one shown: the chosen one, else that which was added last; empty: none.
    QString shown_curve() const;

    ChartTable table() const override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override { return {}; } ///< its line says that it is as given

private:
    const MeasuredStudy* study() const;

    StudyValue m_value = StudyValue::speedup;
    QString m_curve;
};

} // namespace roofrack
