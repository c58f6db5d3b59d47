// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/charts/plot/chart_spec.h"

#include <QSize>

class QCPAxisRect;
class QCustomPlot;

namespace roofrack {

/// A chart laid into a QCustomPlot. Keeps what its painters refer to; must outlive the plot's last painting.
struct FilledPlot {
    ChartSpec spec;
    Theme theme;
    ChartInk ink;
    std::vector<QCPAxisRect*> panels;
};

/// Empties `plot` and lays `spec` into it for pictures of `size`.
std::unique_ptr<FilledPlot> fill_plot(QCustomPlot& plot, ChartSpec spec, const Theme& theme, QSize size);

} // namespace roofrack
