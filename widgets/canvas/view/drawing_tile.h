// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace roofrack {

class Canvas;

/// The whole drawing as a small picture beside the views, in the colours of its overlay. A click, Space or
/// Enter asks for the drawing itself. It is shown only while something is drawn.
class DrawingTile : public QWidget {
    Q_OBJECT

public:
    explicit DrawingTile(Canvas& canvas, QWidget* parent = nullptr);

    /// Shows it as soon as something is drawn.
    void setVisible(bool visible) override;

Q_SIGNALS:
    void chosen();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paint_picture();

    Canvas& m_canvas;
    bool m_is_wanted = true;
    QPixmap m_picture; ///< Null if it must be painted.
};

} // namespace roofrack
