// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"

#include <QImage>
#include <QRectF>
#include <QSize>
#include <QSizeF>

#include <memory>

class QPainter;
class QSvgRenderer;

namespace roofrack {

/// The logo of a house style, ready to be painted. Empty where the style has none, or one that cannot be
/// painted.
class LogoPicture {
public:
    LogoPicture() = default;
    explicit LogoPicture(const HouseStyle& style);

    bool is_empty() const { return m_size.isEmpty(); }
    /// Its own size: only the ratio of its sides means something.
    QSizeF size() const { return m_size; }
    void paint(QPainter& painter, const QRectF& place) const;
    /// The logo on a clear ground, as large as it goes in so many px.
    QImage image(QSize most) const;

private:
    QSizeF m_size;
    QImage m_image;
    std::shared_ptr<QSvgRenderer> m_svg; ///< null: it is no SVG
};

} // namespace roofrack
