// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/overlays/painter_style.h"

class QPainter;

namespace roofrack {

/// Paints all links that touch `exposed`, grouped by pen so that thousands stay cheap; zoomed out they are
/// lines of a px or two.
void paint_links(QPainter& painter, const Diagram& drawing, const OverlayStyle& overlay_style,
                 const PainterStyle& style, const DrawScale& scale, const QRectF& exposed);

} // namespace roofrack
