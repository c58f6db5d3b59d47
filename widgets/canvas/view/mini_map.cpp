// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/mini_map.h"

#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace roofrack {
namespace {

constexpr double widest = 208, highest = 136; ///< px of the map
constexpr int edge = 6;                       ///< px between the map and its frame
constexpr int corner = 12;                    ///< px to the canvas's borders
constexpr int above = 36;                     ///< px left free for the zoom buttons below
constexpr double share = 0.25;                ///< share of the canvas's height, at most
constexpr size_t most_looked_at = 64;         ///< selected items that the map gives way to

/// The height of the map and what is around it.
double height_in(const Canvas& canvas) { return std::min(highest + 2 * edge, share * canvas.height()); }

/// True where the map at `place` would cover a selected element; large selections do not count.
bool covers_selected(Canvas& canvas, const QRect& place) {
    const auto& ids = canvas.document().selection().ids();
    if (ids.size() > most_looked_at) return false;
    const QRectF area = canvas.viewportTransform().inverted().mapRect(QRectF(place));
    return std::ranges::any_of(ids, [&](const std::string& id) {
        const DrawnElement* element = canvas.drawing().find(id);
        return element && (!is_container(element->kind) || element->kind == ElementKind::rack) &&
               painted_area(*element).intersects(area);
    });
}

QRectF seen_area(const Canvas& canvas) {
    return canvas.viewportTransform().inverted().mapRect(QRectF(canvas.viewport()->rect()));
}

} // namespace

MiniMap::MiniMap(Canvas& canvas)
    : QWidget(&canvas)
    , m_canvas(canvas) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Overview of the drawing"));
    setToolTip(tr("Click or drag to go there"));
    canvas.installEventFilter(this);
    connect(canvas.horizontalScrollBar(), &QScrollBar::valueChanged, this, &MiniMap::follow);
    connect(canvas.verticalScrollBar(), &QScrollBar::valueChanged, this, &MiniMap::follow);
    connect(&canvas.camera(), &CanvasCamera::view_changed, this, &MiniMap::follow);
    connect(&canvas.document().selection(), &Selection::changed, this, &MiniMap::follow);
    connect(static_cast<CanvasScene*>(canvas.scene()), &CanvasScene::repainted, this, [this] {
        m_map = {};
        follow();
    });
    hide();
}

void MiniMap::set_wanted(bool wanted) {
    m_wanted = wanted;
    follow();
}

QRectF MiniMap::map_area() const { return QRectF(rect()).adjusted(edge, edge, -edge, -edge); }

/// The drawing in the middle of the map's area.
QRectF MiniMap::drawn_area() const {
    const QRectF area = map_area();
    const QSizeF whole = m_canvas.drawing().bounds().size();
    QRectF drawn(QPointF(), whole * std::min(area.width() / whole.width(), area.height() / whole.height()));
    drawn.moveCenter(area.center());
    return drawn;
}

void MiniMap::follow() {
    const QRectF bounds = m_canvas.drawing().bounds();
    const bool partly = !bounds.isEmpty() && !seen_area(m_canvas).contains(bounds);
    const bool room = m_canvas.width() > 3 * widest && height_in(m_canvas) > 48 + 2 * edge;
    setVisible(m_wanted && partly && room);
    if (!isVisible()) return;
    place();
    update();
}

void MiniMap::place() {
    const QSizeF whole = m_canvas.drawing().bounds().size();
    const double scale = std::min(widest / whole.width(), (height_in(m_canvas) - 2 * edge) / whole.height());
    const QSize size((whole * scale).expandedTo(QSizeF(48, 32)).toSize() + QSize(2 * edge, 2 * edge));
    if (size != this->size()) m_map = {};
    const QRect right(
        QPoint(m_canvas.width() - corner - size.width(), m_canvas.height() - corner - above - size.height()),
        size);
    const QRect left(QPoint(corner, m_canvas.height() - corner - size.height()), size);
    const bool gives_way = covers_selected(m_canvas, right) && !covers_selected(m_canvas, left);
    setGeometry(gives_way ? left : right);
}

void MiniMap::paint_map() {
    const double ratio = devicePixelRatioF();
    const QRectF area = map_area(), bounds = m_canvas.drawing().bounds();
    const auto& scene = *static_cast<CanvasScene*>(m_canvas.scene());
    m_map = QPixmap((area.size() * ratio).toSize());
    m_map.fill(scene.style().theme.window);
    QPainter painter(&m_map);
    const double zoom = std::min(area.width() / bounds.width(), area.height() / bounds.height());
    painter.translate((drawn_area().topLeft() - area.topLeft()) * ratio);
    painter.scale(zoom * ratio, zoom * ratio);
    painter.translate(-bounds.topLeft());
    paint_drawing(painter, scene.drawing(), scene.overlay_style(), {}, scene.style(),
                  {std::min(zoom, 0.2), zoom * ratio}, bounds);
    m_map.setDevicePixelRatio(ratio);
}

void MiniMap::paintEvent(QPaintEvent*) {
    const auto& scene = *static_cast<CanvasScene*>(m_canvas.scene());
    const Theme& theme = scene.style().theme;
    const QRectF area = map_area(), bounds = m_canvas.drawing().bounds();
    if (bounds.isEmpty()) return;
    if (m_map.isNull()) paint_map();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.drawPixmap(area.topLeft(), m_map);
    const double zoom = std::min(area.width() / bounds.width(), area.height() / bounds.height());
    const QRectF seen = seen_area(m_canvas);
    const QRectF frame =
        QRectF((seen.topLeft() - bounds.topLeft()) * zoom + drawn_area().topLeft(), seen.size() * zoom) &
        QRectF(rect()).adjusted(2, 2, -2, -2);
    QPainterPath outside;
    outside.addRect(area);
    QPainterPath inside;
    inside.addRect(frame);
    QColor veil = theme.window;
    veil.setAlphaF(0.55f);
    painter.fillPath(outside - inside, veil);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void MiniMap::go_to(const QPointF& point) {
    const QRectF area = map_area(), bounds = m_canvas.drawing().bounds();
    if (area.isEmpty() || bounds.isEmpty()) return;
    const double zoom = std::min(area.width() / bounds.width(), area.height() / bounds.height());
    const QPointF goal = bounds.topLeft() + (point - drawn_area().topLeft()) / zoom;
    m_canvas.pan_by((seen_area(m_canvas).center() - goal) * m_canvas.zoom());
}

void MiniMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) go_to(event->position());
}

void MiniMap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) go_to(event->position());
}

void MiniMap::mouseReleaseEvent(QMouseEvent*) {} // kept from the canvas below, which saw no press

bool MiniMap::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) follow();
    return QWidget::eventFilter(watched, event);
}

} // namespace roofrack
