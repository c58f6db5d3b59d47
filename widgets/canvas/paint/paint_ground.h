// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/overlays/painter_style.h"

#include <QRectF>

class QPainter;

namespace roofrack {

/// The canvas's ground with its grid of dots, in canvas units; dots thin out when zoomed out.
void paint_ground(QPainter& painter, const QRectF& exposed, const DrawScale& scale, const Theme& theme);

/// What to do with an empty canvas, in px.
void paint_empty_state(QPainter& painter, const QRectF& viewport, const Theme& theme);

} // namespace roofrack
