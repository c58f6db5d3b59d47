// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields/ghost_slider.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>

namespace roofrack {

GhostSlider::GhostSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent) {}

void GhostSlider::set_ghost(int place) {
    m_ghost = place;
    update();
}

void GhostSlider::set_ghost_colour(const QColor& colour) {
    m_ghost_colour = colour;
    update();
}

QRect GhostSlider::knob() const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
}

int GhostSlider::value_at(double x) const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int knob_width = knob().width();
    return QStyle::sliderValueFromPosition(minimum(), maximum(), qRound(x) - groove.left() - knob_width / 2,
                                           groove.width() - knob_width, option.upsideDown);
}

void GhostSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QSlider::mousePressEvent(event);
    constexpr int beside = 8; // px
    const QPointF at = event->position();
    if (at.x() < knob().left() - beside || at.x() > knob().right() + beside) setValue(value_at(at.x()));
    const QRect knob = this->knob();
    const QPointF on_it(std::clamp(at.x(), double(knob.left()), double(knob.right())), knob.center().y());
    QMouseEvent moved(event->type(), on_it, event->globalPosition() + on_it - at, event->button(),
                      event->buttons(), event->modifiers(), event->pointingDevice());
    QSlider::mousePressEvent(&moved);
    event->setAccepted(moved.isAccepted());
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
            m_ghost_colour.isValid() ? m_ghost_colour : palette().color(QPalette::WindowText));
    }
    QSlider::paintEvent(event);
}

} // namespace roofrack
