// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QPolygonF>

namespace roofrack {

/// The way of one link from box to box.
struct LinkRoute {
    QPolygonF corners;   ///< corners of the pieces; of a curve: its four control points
    bool curved = false; ///< else straight pieces, upright or level, with rounded corners
};

/// The drawn line, from the first corner to the last.
QPainterPath path_of(const LinkRoute& route);
/// The drawn line in short straight pieces, for far views and for what asks how near a point is.
QPolygonF flattened(const LinkRoute& route);

} // namespace roofrack
