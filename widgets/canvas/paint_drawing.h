// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/drawing_text.h"
#include "canvas/looks.h"
#include "canvas/painter_style.h"

class QPainter;

namespace roofrack {

/// Paints what of a drawing touches `exposed`, in canvas units: containers, links, boxes, words. The one
/// painter of screen, export and print; `text` is made for the scale's zoom.
void paint_drawing(QPainter& painter, const Diagram& drawing, const Looks& looks, const DrawingText& text,
                   const PainterStyle& style, const DrawScale& scale, const QRectF& exposed);

} // namespace roofrack
