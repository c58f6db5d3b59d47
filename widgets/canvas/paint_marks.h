// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "canvas/diagram.h"
#include "canvas/drawing_text.h"
#include "canvas/painter_style.h"

#include <unordered_set>

class QPainter;

namespace roofrack {

/// Outlines what is selected and what is under the mouse, over the painted drawing: with a rim in the
/// ground's colour, so that they are seen on every overlay.
void paint_marks(QPainter& painter, const Diagram& drawing, const std::unordered_set<std::string>& selected,
                 const std::string& hovered, const PainterStyle& style, double zoom, const QRectF& exposed);

} // namespace roofrack
