// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// Figures over values of one input: a panel a figure, a line over numbers, bars of choices, with the
/// scenario's own value and the best one marked; values with which it does not run are hatched. A click on
/// the heading of a figure takes it away (Chart::chosen with remove_prefix and its name).
class TriedChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "tried";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Tried values");
    static constexpr const char* input_prefix = "tried-input:"; ///< with the address of another input
    static constexpr const char* values_prefix = "tried-values:";
    static constexpr const char* add_prefix = "tried-add:"; ///< with the name of a figure
    static constexpr const char* remove_prefix = "tried-remove:";
    static constexpr const char* stop_key = "tried-stop";
    static constexpr const char* go_on_key = "tried-go-on";
    explicit TriedChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;
};

} // namespace roofrack
