// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"

#include <QPainterPath>
#include <QRectF>

#include <optional>

namespace roofrack {

/// A gentle curve between two boxes: from the lower edge of the upper one to the upper edge of the lower one,
/// or sideways when they stand beside each other. A side position in −1…1 spreads the ends of several links
/// on a box.
QPainterPath network_route(const QRectF& from, const QRectF& to, double from_side_position = 0,
                           double to_side_position = 0);

/// Line width by bandwidth (bytes per second, of all cables of one pair): 1.5 at 100 Gb/s, 0.75 more a
/// doubling, at most 6.
double link_width(std::optional<ByteRate> bandwidth);

} // namespace roofrack
