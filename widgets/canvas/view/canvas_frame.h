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

    /// The wheel turns: until it rests, frames may be scaled ones.
    void zoom_turns() { m_zoom_settles.start(); }
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
    ViewCache m_pictures;
    QTimer m_zoom_settles;
    bool m_is_scaled = false;
};

} // namespace roofrack
