// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/scale/study_text.h"

#include <QWidget>

#include <vector>

class QPushButton;

namespace roofrack {

class ChoiceEdit;
class Segments;
struct MeasuredStudy;

/// Which measured curve is shown, and what of it; opens another, removes the one shown.
class CurveControls : public QWidget {
    Q_OBJECT

public:
    explicit CurveControls(QWidget* parent = nullptr);

    /// Shows the choice without emitting a signal; `shown` is the name of the shown curve.
    void show_curves(const std::vector<MeasuredStudy>& curves, const QString& shown);

Q_SIGNALS:
    void curve_chosen(const QString& name);
    void value_chosen(roofrack::StudyValue value);
    void open_wanted();
    void remove_wanted();

private:
    ChoiceEdit* m_curve;
    Segments* m_value;
    QPushButton* m_remove;
};

} // namespace roofrack
