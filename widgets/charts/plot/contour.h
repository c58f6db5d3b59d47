// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QPolygonF>

#include <vector>

namespace roofrack {

/// Values at the crossings of a grid, linear between them. NaN stands for no value.
struct ContourGrid {
    std::vector<double> x, y;   ///< ascending
    std::vector<double> values; ///< x × y, those of one x together

    double at(size_t i, size_t k) const { return values[i * y.size() + k]; }
};

/// Lines of one value by marching squares (Lorensen and Cline 1987 in two dimensions), joined from cell to
/// cell; closed ones end where they began. A cell with one corner missing is the triangle of the others, with
/// more it has no line; a saddle is cut by the mean of its corners.
std::vector<QPolygonF> contour_lines(const ContourGrid& grid, double value);

/// What lies between two values of the same cells; a polygon a cell at most.
std::vector<QPolygonF> contour_areas(const ContourGrid& grid, double low, double high);

} // namespace roofrack
