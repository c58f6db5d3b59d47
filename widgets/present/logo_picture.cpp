// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/logo_picture.h"

#include "core/base/style/style_logo.h"

#include <QPainter>
#include <QSvgRenderer>

namespace roofrack {

LogoPicture::LogoPicture(const HouseStyle& style) {
    const auto logo = logo_of(style);
    if (!logo) return;
    const QByteArray bytes = QByteArray::fromStdString(logo->bytes);
    if (logo->kind == LogoKind::png) {
        m_image = QImage::fromData(bytes, "PNG");
        m_size = m_image.size();
        return;
    }
    auto svg = std::make_shared<QSvgRenderer>(bytes);
    svg->setAspectRatioMode(Qt::KeepAspectRatio);
    if (!svg->isValid()) return;
    m_size = svg->viewBoxF().size();
    m_svg = std::move(svg);
}

void LogoPicture::paint(QPainter& painter, const QRectF& place) const {
    if (is_empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (m_svg)
        m_svg->render(&painter, place);
    else
        painter.drawImage(place, m_image);
    painter.restore();
}

QImage LogoPicture::image(QSize most) const {
    if (is_empty()) return {};
    const QSizeF fitted = m_size.scaled(most, Qt::KeepAspectRatio);
    QImage out(fitted.toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, QRectF(QPointF(), out.size()));
    return out;
}

} // namespace roofrack
