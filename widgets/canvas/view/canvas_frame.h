// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/view/view_cache.h"

#include <QObject>
#include <QTimer>

namespace roofrack {

class ShownDrawing;
class ToolContext;

/// Paints what the canvas shows: the drawing on its ground, out of pictures that are kept while the view
/// moves, the marks over it, the legend, and what to do with an empty canvas.
class CanvasFrame : public QObject {
public:
    CanvasFrame(ToolContext& context, ShownDrawing& shown);

    /// Called at each turn of the wheel: until it rests, frames may be scaled ones.
    void on_zoom() { m_settle_timer.start(); }
    /// The frame on the screen is a scaled one, which no marks fit.
    bool is_scaled() const { return m_is_scaled; }

    void draw_background(QPainter& painter);
    void draw_marks(QPainter& painter, const QRectF& exposed);
    /// In px of the viewport.
    void draw_legend(QPainter& painter) const;
    void draw_empty_state(QPainter& painter) const;

private:
    ToolContext& m_context;
    ShownDrawing& m_shown;
    ViewCache m_view_cache;
    QTimer m_settle_timer;
    bool m_is_scaled = false;
};

} // namespace roofrack
