// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

namespace roofrack {

/// A figure of the scenarios over two inputs, coloured by the scenario that is the best there or by the
/// figure, with what decides it at the borders; over one input the lines of all scenarios.
class MapChart : public Chart {
    Q_OBJECT

public:
    static constexpr const char* id_text = "map";
    static constexpr const char* title_text = QT_TRANSLATE_NOOP("roofrack::Chart", "Map");
    static constexpr const char* stop_key = "map-stop";
    static constexpr const char* go_on_key = "map-go-on";
    explicit MapChart(QWidget* parent = nullptr);

    ChartTable table() const override;
    ChoiceControls* make_controls(QWidget* parent) override;
    /// Whether colours mean the figure; else they mean the scenario that wins.
    void colour_by_figure(bool by_figure);

protected:
    ChartSpec describe(const Theme& theme, QSize size) const override;
    QString plan_text() const override;

private:
    bool m_by_figure = false;
};

} // namespace roofrack
