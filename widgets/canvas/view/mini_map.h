// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace roofrack {

class Canvas;

/// The whole drawing in a corner of the canvas, with the part that is seen; a press or a drag moves the view
/// there. Hidden while everything is seen.
class MiniMap : public QWidget {
    Q_OBJECT
public:
    explicit MiniMap(Canvas& canvas);

    void set_wanted(bool wanted);
    bool is_wanted() const { return m_wanted; }
    /// Where the drawing's bounds are shown, px of this widget.
    QRectF map_area() const;
    QRectF drawn_area() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void place();
    void go_to(const QPointF& point);
    void paint_map();

    Canvas& m_canvas;
    QPixmap m_map; ///< Null if it must be painted.
    bool m_wanted = true;
};

} // namespace roofrack
