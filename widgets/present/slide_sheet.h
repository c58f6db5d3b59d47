// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/slide_painter.h"

#include <QPixmap>
#include <QWidget>

namespace roofrack {

/// A slide as it will be shown, as large as it fits.
class SlideSheet : public QWidget {
    Q_OBJECT

public:
    explicit SlideSheet(QWidget* parent = nullptr);

    /// Null shows no slide; then `text` stands in its place.
    void show_slide(const ShownSlide* slide, const SlidePlace& place, const Theme& theme,
                    const QString& text = {});
    /// The size of type that the sheet is kept from when it shrinks.
    QSize minimumSizeHint() const override { return {240, 135}; }
    QSize sizeHint() const override { return {960, 540}; }
    /// What surrounds the slide.
    void set_ground(const QColor& ground);
    /// Where the slide is, px.
    QRect slide_rect() const;
    /// A point of the sheet in shares of the slide's width and height from its upper left, and back: the same
    /// place on sheets of any size.
    QPointF share_at(QPoint point) const;
    QPoint point_at(QPointF share) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    ShownSlide m_slide;
    bool m_has_slide = false;
    SlidePlace m_place;
    Theme m_theme = Theme::light();
    QColor m_ground;
    QString m_text;
    QPixmap m_painted; ///< Null if it must be painted again.
};

} // namespace roofrack
