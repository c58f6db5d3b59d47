// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/drawing_tile.h"

#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/view/canvas.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

constexpr int air = 4; ///< px between the frame and the drawing

} // namespace

DrawingTile::DrawingTile(Canvas& canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover); // its frame answers to the pointer
    setAccessibleName(tr("Drawing, small"));
    setToolTip(tr("Show the drawing (F4)"));
    connect(static_cast<CanvasScene*>(canvas.scene()), &CanvasScene::repainted, this, [this] {
        m_picture = {};
        if (m_is_wanted) setVisible(true);
        update();
    });
}

void DrawingTile::setVisible(bool visible) {
    m_is_wanted = visible;
    QWidget::setVisible(visible && !m_canvas.drawing().bounds().isEmpty());
}

void DrawingTile::paint_picture() {
    const auto& scene = *static_cast<CanvasScene*>(m_canvas.scene());
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap((QSizeF(size()) * ratio).toSize());
    m_picture.fill(Qt::transparent);
    const QRectF bounds = m_canvas.drawing().bounds(), area = QRectF(rect()).adjusted(air, air, -air, -air);
    if (bounds.isEmpty() || area.isEmpty()) return;
    const double zoom = std::min({area.width() / bounds.width(), area.height() / bounds.height(), 1.0});
    QPainter painter(&m_picture);
    painter.scale(ratio, ratio);
    painter.translate(area.center() - QPointF(bounds.width(), bounds.height()) * zoom / 2);
    painter.scale(zoom, zoom);
    painter.translate(-bounds.topLeft());
    paint_drawing(painter, scene.drawing(), scene.overlay_style(), {}, scene.style(),
                  {std::min(zoom, 0.2), zoom * ratio}, bounds);
    painter.end();
    m_picture.setDevicePixelRatio(ratio);
}

void DrawingTile::paintEvent(QPaintEvent*) {
    const Theme& theme = static_cast<CanvasScene*>(m_canvas.scene())->style().theme;
    if (m_picture.isNull()) paint_picture();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() || underMouse() ? theme.accent : theme.line);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.drawPixmap(0, 0, m_picture);
}

void DrawingTile::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_picture = {};
}

void DrawingTile::mousePressEvent(QMouseEvent* event) { event->accept(); }

void DrawingTile::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) Q_EMIT chosen();
}

void DrawingTile::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT chosen();
    else
        QWidget::keyPressEvent(event);
}

bool DrawingTile::event(QEvent* event) {
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
    return QWidget::event(event);
}

} // namespace roofrack
