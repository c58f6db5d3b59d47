// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <optional>

class QWheelEvent;

namespace roofrack {

/// What a turn of the wheel asks of the view.
struct WheelTurn {
    std::optional<double> zoom; ///< times so much; nothing: it pans
    QPointF pan;                ///< px
};

/// The wheel zooms, fingers on a touchpad pan, with Ctrl both zoom.
WheelTurn wheel_turn(const QWheelEvent& event);

} // namespace roofrack
