// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/ghost_slider.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

namespace roofrack {

GhostSlider::GhostSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent) {}

void GhostSlider::set_ghost(int place) {
    m_ghost = place;
    update();
}

void GhostSlider::paintEvent(QPaintEvent* event) {
    if (m_ghost != value() && maximum() > minimum()) {
        QStyleOptionSlider option;
        initStyleOption(&option);
        option.sliderPosition = option.sliderValue = m_ghost;
        const QPointF at =
            QRectF(style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this))
                .center();
        constexpr double half_width = 1, half_height = 8; // px
        QPainter(this).fillRect(
            QRectF(at.x() - half_width, at.y() - half_height, 2 * half_width, 2 * half_height),
            palette().color(QPalette::WindowText));
    }
    QSlider::paintEvent(event);
}

} // namespace roofrack
