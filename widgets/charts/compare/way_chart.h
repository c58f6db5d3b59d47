// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// The way of one figure from the reference to each other scenario: what each change does to it, evaluated
/// one after another or averaged over all orders. The steps sum to the whole difference.
class WayChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "way";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "From A to B");
    /// The figure that is shown if the project names none.
    static constexpr const char* usual_figure = "step.step_time_s";
    explicit WayChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;
};

} // namespace roofrack
