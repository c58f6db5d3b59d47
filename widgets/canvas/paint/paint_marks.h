// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/text/drawing_text.h"

#include <unordered_set>

class QPainter;

namespace roofrack {

/// Outlines what is selected and what is under the mouse, over the painted drawing: with a rim in the
/// ground's colour, so that they are seen on every overlay. Words that lie on a marked link are written
/// again.
void paint_marks(QPainter& painter, const Diagram& drawing, const std::unordered_set<std::string>& selected,
                 const std::string& hovered, const DrawingText& text, const PainterStyle& style, double zoom,
                 const QRectF& exposed);

} // namespace roofrack
