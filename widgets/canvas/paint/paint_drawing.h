// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/text/drawing_text.h"

class QPainter;

namespace roofrack {

/// Paints what of a drawing touches `exposed`, in canvas units: containers, links, boxes, words. The one
/// painter of screen, export and print; `text` is made for the scale's zoom.
void paint_drawing(QPainter& painter, const Diagram& drawing, const OverlayStyle& overlay_style,
                   const DrawingText& text, const PainterStyle& style, const DrawScale& scale,
                   const QRectF& exposed);

} // namespace roofrack
