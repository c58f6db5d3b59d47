// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/scale_metric.h"
#include "widgets/charts/scale/study_text.h"

#include <QWidget>

namespace roofrack {

class ChoiceEdit;
class Segments;

/// What the study counts, and what its curve shows.
class StudyControls : public QWidget {
    Q_OBJECT

public:
    explicit StudyControls(QWidget* parent = nullptr);

    /// Emits nothing.
    void show_metric(ScaleMetric metric);

Q_SIGNALS:
    void metric_chosen(roofrack::ScaleMetric metric);
    void value_chosen(roofrack::StudyValue value);

private:
    ChoiceEdit* m_metric;
    Segments* m_value;
};

} // namespace roofrack
