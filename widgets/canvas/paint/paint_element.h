// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/overlays/painter_style.h"

class QPainter;

namespace roofrack {

/// Paints one element without its name at its place in canvas units. The one painter of screen and export.
/// `picture`: of feeds, coolers and storage their kind's, of a small note its lines as strokes.
void paint_element(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                   const PainterStyle& style, const DrawScale& scale, bool picture = true);

/// For the painters of single kinds: a frame with its outlines behind, when it stands for several.
struct FramePaint {
    QColor line, fill;
    double width = 1; ///< width of the line, canvas units
    double radius = 4;
};
void paint_frame(QPainter& painter, const DrawnElement& element, const FramePaint& paint,
                 const PainterStyle& style, const DrawScale& scale);

/// A rack or a server: U ticks, slots with a square a GPU, bars for power and heat.
void paint_rack(QPainter& painter, const DrawnElement& element, const ElementStyle& element_style,
                const PainterStyle& style, const DrawScale& scale);

/// The mark of what is there already, in the upper right corner of `area`.
void paint_owned_corner(QPainter& painter, const QRectF& area, double legs, const Theme& theme);

/// A bar of a share of its limit, filled from the bottom or from the left.
void paint_share(QPainter& painter, const QRectF& track, std::optional<double> share, Qt::Orientation along,
                 const Theme& theme);

} // namespace roofrack
