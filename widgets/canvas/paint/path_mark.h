// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/path.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/painter_style.h"

#include <functional>

class QPainter;

namespace roofrack {

/// A way through the drawing that is lit, with what it carries.
struct PathMark {
    std::vector<std::string> elements, links; ///< ids, in order
    QString label;                            ///< "50 GB/s · 4.2 µs · 5 hops"
    QString details;                          ///< for a tooltip: every hop and the sum of the latency
};

/// "50 GB/s · 1.99 µs · 3 hops"; of power and heat "32.8 kW each, 98.3 kW".
QString path_label(const Path& path);
PathMark path_mark(const Path& path, const Cluster& cluster);

/// Writes the words of the drawing again that a lit line has covered.
using WriteAgain = std::function<void(const QRectF& area)>;

/// Lights the links and outlines the switches; the label stands above the way, inside `room`. Returns where
/// it stands, in canvas units.
QRectF paint_path(QPainter& painter, const PathMark& mark, const Diagram& drawing, const PainterStyle& style,
                  double zoom, const QRectF& room, const WriteAgain& write);

/// One link and its two ends, with words of its own beside it.
void paint_lit_link(QPainter& painter, const DrawnLink& link, const QString& label, const Diagram& drawing,
                    const PainterStyle& style, double zoom, const QRectF& room, const WriteAgain& write);

} // namespace roofrack
