// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/overlay_style.h"

#include <QSizeF>

class QPainter;

namespace roofrack {

/// Size of the legend's box; empty when there is nothing to explain.
QSizeF legend_size(const OverlayLegend& legend, const Theme& theme);
/// What is left of `area` beside or below a legend at its top left: where content of this shape is drawn
/// larger.
QRectF beside_legend(const QRectF& area, const QSizeF& legend, const QSizeF& content, double gap);
/// Paints it with its top left at `corner`, in the painter's units.
void paint_legend(QPainter& painter, const OverlayLegend& legend, const Theme& theme, const QPointF& corner);

} // namespace roofrack
