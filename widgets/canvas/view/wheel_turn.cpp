// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/wheel_turn.h"

#include <QInputDevice>
#include <QPointingDevice>
#include <QWheelEvent>

#include <cmath>

namespace roofrack {
namespace {

/// Fingers scroll smoothly and pan; a wheel turns in notches and zooms.
bool is_touchpad(const QWheelEvent& event) {
    if (const QPointingDevice* device = event.pointingDevice();
        device && device->type() == QInputDevice::DeviceType::TouchPad)
        return true;
    if (event.phase() == Qt::ScrollUpdate || event.phase() == Qt::ScrollMomentum) return true;
    constexpr int notch = 120;
    return !event.pixelDelta().isNull() &&
           (event.angleDelta().x() != 0 || event.angleDelta().y() % notch != 0);
}

} // namespace

WheelTurn wheel_turn(const QWheelEvent& event) {
    const QPoint angle = event.angleDelta(), pixels = event.pixelDelta();
    if (!event.modifiers().testFlag(Qt::ControlModifier) && is_touchpad(event))
        return {std::nullopt, pixels.isNull() ? QPointF(angle) / 2 : QPointF(pixels)};
    const double notches = (angle.y() != 0 ? angle.y() : pixels.y() * 2) / 120.0;
    return {std::pow(1.2, notches), {}};
}

} // namespace roofrack
