// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/edits/placing.h"
#include "widgets/canvas/overlays/painter_style.h"

class QPainter;

namespace roofrack {

/// A part that is held over the drawing: where it would stand at true size, and what a drop would do.
struct DropGhost {
    DrawnElement drawn; ///< its frame where it would stand
    Landing landing;
    QString text; ///< "into Rack A", or why not
    QPointF pointer;
};

/// In canvas units: the container lit, the part itself, and the text beside the pointer at a size that does
/// not change with the zoom. `view`: the visible part of the drawing, which the text does not leave.
void paint_drop_ghost(QPainter& painter, const DropGhost& ghost, const Diagram& drawing,
                      const PainterStyle& style, const QRectF& view);

} // namespace roofrack
