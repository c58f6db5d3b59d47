// SPDX-License-Identifier: GPL-3.0-or-later
// What the canvas shows: the drawing from its cache, what follows the hand over it, and the tooltip.
#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/paint/paint_ground.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/paint/paint_marks.h"
#include "widgets/canvas/text/hover_text.h"
#include "widgets/canvas/text/overlay_hover.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/canvas/view/canvas_drop.h"
#include "widgets/editor/document.h"
#include "widgets/fields/plain_text.h"

#include <QHelpEvent>

namespace roofrack {

void Canvas::drawBackground(QPainter* painter, const QRectF&) {
    const double ratio = painter->device()->devicePixelRatioF();
    const DrawScale scale{zoom(), zoom() * ratio};
    m_shows_scaled =
        m_zoom_settles.isActive() &&
        m_view_cache.draw_scaled(*painter, viewportTransform(), viewport()->rect(), ratio, m_theme.window);
    if (m_shows_scaled) return;
    m_view_cache.draw(
        *painter, viewportTransform(), viewport()->rect(), ratio, [&](QPainter& part, const QRectF& exposed) {
            paint_ground(part, exposed, scale, m_theme);
            paint_drawing(part, drawing(), looks(), m_scene.text(zoom()), m_scene.style(), scale, exposed);
        });
}

void Canvas::drawForeground(QPainter* painter, const QRectF& exposed) {
    if (!m_shows_scaled) paint_live(*painter, exposed);
    painter->save();
    painter->resetTransform();
    paint_legend(*painter, looks().legend(), m_theme, legend_corner());
    if (drawing().elements().empty() && !m_drop->is_shown())
        paint_empty_state(*painter, QRectF(viewport()->rect()), m_theme);
    painter->restore();
}

/// What follows the hand: marks, links and gestures under way.
void Canvas::paint_live(QPainter& painter, const QRectF& exposed) {
    paint_marks(painter, drawing(), m_scene.selected(), m_scene.hovered(), m_scene.text(zoom()),
                m_scene.style(), zoom(), exposed);
    LinkLayer::of(*this).paint(painter);
    if (m_gesture) m_gesture->paint(painter, m_scene.style());
    m_drop->paint(painter, m_scene.style());
}

bool Canvas::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF at = viewportTransform().inverted().map(QPointF(help->pos()));
    std::string id = item_at(at);
    if (const DrawnElement* element = drawing().find(id)) id = drawing().slot_at(*element, at);
    QString text = hover_text(id, m_document.cluster(), m_document.catalog(), m_evaluation.get());
    if (const QString figure =
            overlay_hover(id, m_overlay, m_document.cluster(), m_evaluation.get(), m_loads.get());
        !text.isEmpty() && !figure.isEmpty())
        text += QStringLiteral("<hr>") + figure;
    show_rich_tip(help->globalPos(), text, viewport());
    return true;
}

} // namespace roofrack
