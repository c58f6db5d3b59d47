// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_frame.h"

#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/paint/paint_ground.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/paint/paint_marks.h"
#include "widgets/canvas/tool_context/tool_context.h"
#include "widgets/canvas/view/shown_drawing.h"

namespace roofrack {

CanvasFrame::CanvasFrame(ToolContext& context, ShownDrawing& shown)
    : m_context(context)
    , m_shown(shown) {
    constexpr int settle_delay_ms = 120; // after the last turn of the wheel
    m_settle_timer.setInterval(settle_delay_ms);
    m_settle_timer.setSingleShot(true);
    connect(&m_settle_timer, &QTimer::timeout, this, [this] {
        if (m_is_scaled) m_context.viewport()->update();
    });
    connect(&shown.scene(), &CanvasScene::repainted, this, [this] { m_view_cache.invalidate(); });
    connect(&shown.scene(), &CanvasScene::repainted_in, this,
            [this](const QRectF& area) { m_view_cache.invalidate(area); });
}

void CanvasFrame::draw_background(QPainter& painter) {
    CanvasScene& scene = m_shown.scene();
    const Theme& theme = m_shown.theme();
    const double zoom = m_context.zoom(), ratio = painter.device()->devicePixelRatioF();
    const DrawScale scale{zoom, zoom * ratio};
    const QTransform view = m_context.viewportTransform();
    const QRect viewport = m_context.viewport()->rect();
    m_is_scaled =
        m_settle_timer.isActive() && m_view_cache.draw_scaled(painter, view, viewport, ratio, theme.window);
    if (m_is_scaled) return;
    m_view_cache.draw(painter, view, viewport, ratio, [&](QPainter& part, const QRectF& exposed) {
        paint_ground(part, exposed, scale, theme);
        paint_drawing(part, scene.drawing(), scene.overlay_style(), scene.text(zoom), scene.style(), scale,
                      exposed);
    });
}

void CanvasFrame::draw_marks(QPainter& painter, const QRectF& exposed) {
    CanvasScene& scene = m_shown.scene();
    const double zoom = m_context.zoom();
    paint_marks(painter, scene.drawing(), scene.selected(), scene.hovered(), scene.text(zoom), scene.style(),
                zoom, exposed);
}

void CanvasFrame::draw_legend(QPainter& painter) const {
    paint_legend(painter, m_shown.overlay_style().legend(), m_shown.theme(), m_shown.legend_corner());
}

void CanvasFrame::draw_empty_state(QPainter& painter) const {
    paint_empty_state(painter, QRectF(m_context.viewport()->rect()), m_shown.theme());
}

} // namespace roofrack
