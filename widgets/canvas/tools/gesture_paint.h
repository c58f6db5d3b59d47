// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/painter_style.h"

#include <QLineF>
#include <QRectF>

#include <vector>

class QPainter;

namespace roofrack {

/// What gestures paint over the drawing. The painter is in canvas units; lines and text keep their size at
/// any zoom.

/// A container that would take what is held; not legal: that refuses it.
void paint_target(QPainter& painter, const QRectF& frame, bool legal, const PainterStyle& style);
/// The frame of something under the hand, where it is not drawn itself.
void paint_outline(QPainter& painter, const QRectF& frame, const PainterStyle& style);
/// Thin lines in the accent along which a frame snapped.
void paint_guides(QPainter& painter, const std::vector<QLineF>& guides, const PainterStyle& style);
/// A line of text beside the pointer that stays inside `view` (canvas units).
void paint_hint(QPainter& painter, const QPointF& pointer, const QString& text, bool legal,
                const PainterStyle& style, const QRectF& view);

} // namespace roofrack
