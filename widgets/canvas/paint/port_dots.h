// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/ports.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/painter_style.h"
#include "widgets/canvas/text/drawing_text.h"

class QPainter;

namespace roofrack {

/// A place at the border of an item from which a link is pulled.
struct PortDot {
    std::string element; ///< element whose ports they are: the item's, or of a server in the rack
    PortRole role = PortRole::network;
    QPointF at; ///< canvas units, on the frame
    Qt::Edge edge = Qt::TopEdge;
    QString label;     ///< "8 of 8 NICs", "3 feeds"
    bool full = false; ///< no port is free
};

/// The dots of one item: data ports above (of a switch also below), power and cooling at its side.
std::vector<PortDot> port_dots(const DrawnElement& element, const Cluster& cluster, const PortTable& table);

/// The dot within reach of a point; nullptr when there is none.
const PortDot* dot_at(const std::vector<PortDot>& dots, const QPointF& point, double zoom);

/// Where the words of each dot stand, in canvas units: on no box, no word of the drawing and on none of each
/// other. Empty where no such place is; the one under the pointer is always written.
std::vector<QRectF> port_tags(const std::vector<PortDot>& dots, const PortDot* hot, const Diagram& drawing,
                              const DrawingText& text, const PainterStyle& style, double zoom);

void paint_port_dots(QPainter& painter, const std::vector<PortDot>& dots, const PortDot* hot,
                     const Diagram& drawing, const DrawingText& text, const PainterStyle& style, double zoom);

/// Words on a raised ground at a place in canvas units, at the size of the view. `ink` invalid: the usual.
/// Stays inside `room` (canvas units) when that is not null. Returns where it stands, in canvas units.
QRectF paint_tag(QPainter& painter, const QPointF& at, const QString& text, const PainterStyle& style,
                 double zoom, const QColor& frame, const QColor& ink, const QRectF& room = {});

} // namespace roofrack
