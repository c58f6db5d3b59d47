// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_sheet.h"

#include "core/answers/present/slide_layout.h"

#include <QPainter>

#include <cmath>

namespace roofrack {

SlideSheet::SlideSheet(QWidget* parent)
    : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void SlideSheet::show_slide(const ShownSlide* slide, const SlidePlace& place, const Theme& theme,
                            const QString& text) {
    m_has_slide = slide != nullptr;
    if (slide) m_slide = *slide;
    m_place = place;
    m_theme = theme;
    m_text = text;
    m_painted = {};
    setAccessibleDescription(slide ? QString::fromStdString(slide->content.title) : text);
    update();
}

void SlideSheet::set_ground(const QColor& ground) {
    m_ground = ground;
    update();
}

QRect SlideSheet::slide_rect() const {
    const QSize size =
        QSizeF(slide_box.width, slide_box.height).scaled(QSizeF(this->size()), Qt::KeepAspectRatio).toSize();
    return {QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

QPointF SlideSheet::share_at(QPoint point) const {
    const QRect place = slide_rect();
    if (place.isEmpty()) return {};
    return {static_cast<double>(point.x() - place.x()) / place.width(),
            static_cast<double>(point.y() - place.y()) / place.height()};
}

QPoint SlideSheet::point_at(QPointF share) const {
    const QRect place = slide_rect();
    return place.topLeft() + QPointF(share.x() * place.width(), share.y() * place.height()).toPoint();
}

void SlideSheet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_ground.isValid() ? m_ground : palette().color(QPalette::Window));
    const QRect place = slide_rect();
    if (place.isEmpty()) return;
    if (!m_has_slide) {
        painter.fillRect(place, m_theme.panel);
        painter.setPen(m_theme.secondary);
        painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, m_text);
        return;
    }
    if (m_painted.isNull()) {
        const double ratio = devicePixelRatioF();
        QImage image =
            slide_image(m_slide, m_place, m_theme, static_cast<int>(std::lround(place.width() * ratio)));
        image.setDevicePixelRatio(ratio);
        m_painted = QPixmap::fromImage(std::move(image));
    }
    painter.drawPixmap(place.topLeft(), m_painted);
}

void SlideSheet::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_painted = {};
}

} // namespace roofrack
