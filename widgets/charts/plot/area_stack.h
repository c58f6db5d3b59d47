// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

#include <vector>

namespace roofrack {

class ChartCanvas;

/// One area of a stack over a shared x: from one edge to the other at each place, in data coordinates.
struct StackedArea {
    QString name;
    QColor colour;
    std::vector<double> from, to;
    double widest = 0; ///< |to − from| where it is widest
};

void draw_area(ChartCanvas& canvas, const std::vector<double>& xs, const StackedArea& area);
/// Its name on it where it is thickest; nothing where it has no room, or is narrower than `least` everywhere.
void name_area(ChartCanvas& canvas, const std::vector<double>& xs, const StackedArea& area, double least);

} // namespace roofrack
