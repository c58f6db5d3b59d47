// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QToolButton;

namespace roofrack {

class Canvas;
class CanvasCamera;

/// The zoom in the corner of the canvas, with buttons for a step out and in, 1:1 and all.
class ZoomBar : public QFrame {
    Q_OBJECT
public:
    explicit ZoomBar(Canvas& canvas);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* add(const QString& text, const QString& tip, void (CanvasCamera::*act)());
    void show_zoom(double zoom);
    void place();

    Canvas& m_canvas;
    QToolButton* m_zoom;
};

} // namespace roofrack
