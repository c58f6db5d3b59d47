// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/light_spot.h"

#include <QPainter>

namespace roofrack {

namespace {

constexpr int spot_radius = 14; // px

} // namespace

LightSpot::LightSpot(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("light-spot"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(spot_radius * 2, spot_radius * 2);
    hide();
}

void LightSpot::stand_at(QPoint at) { move(at - QPoint(spot_radius, spot_radius)); }

void LightSpot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(230, 40, 40, 190));
    painter.drawEllipse(rect().adjusted(2, 2, -2, -2));
}

} // namespace roofrack
