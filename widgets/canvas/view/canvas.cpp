// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas.h"

#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/tools/link_tool.h"
#include "widgets/canvas/tools/note_tool.h"
#include "widgets/canvas/tools/select_tool.h"
#include "widgets/canvas/view/canvas_accessible.h"
#include "widgets/canvas/view/canvas_clipboard.h"
#include "widgets/canvas/view/canvas_drop.h"
#include "widgets/canvas/view/canvas_frame.h"
#include "widgets/canvas/view/canvas_hand.h"
#include "widgets/canvas/view/canvas_keys.h"
#include "widgets/canvas/view/inline_editor.h"
#include "widgets/canvas/view/mini_map.h"
#include "widgets/canvas/view/zoom_bar.h"
#include "widgets/editor/document.h"
#include "widgets/fields/plain_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QInputDevice>
#include <QPointF>
#include <QPointingDevice>
#include <QWheelEvent>

#include <cmath>
#include <optional>

namespace roofrack {

namespace {

/// What a turn of the wheel asks of the view.
struct WheelTurn {
    std::optional<double> zoom; ///< times so much; nothing: it pans
    QPointF pan;                ///< px
};

/// Fingers scroll smoothly and pan; a wheel turns in notches and zooms.
bool is_touchpad(const QWheelEvent& event) {
    if (const QPointingDevice* device = event.pointingDevice();
        device && device->type() == QInputDevice::DeviceType::TouchPad)
        return true;
    if (event.phase() == Qt::ScrollUpdate || event.phase() == Qt::ScrollMomentum) return true;
    constexpr int notch = 120;
    return !event.pixelDelta().isNull() &&
           (event.angleDelta().x() != 0 || event.angleDelta().y() % notch != 0);
}

/// The wheel zooms, fingers on a touchpad pan, with Ctrl both zoom.
WheelTurn wheel_turn(const QWheelEvent& event) {
    const QPoint angle = event.angleDelta(), pixels = event.pixelDelta();
    if (!event.modifiers().testFlag(Qt::ControlModifier) && is_touchpad(event))
        return {std::nullopt, pixels.isNull() ? QPointF(angle) / 2 : QPointF(pixels)};
    const double notches = (angle.y() != 0 ? angle.y() : pixels.y() * 2) / 120.0;
    return {std::pow(1.2, notches), {}};
}

CanvasCamera::Step step_of(Document& document) {
    const QUndoStack& steps = document.undo_stack();
    const int count = steps.index();
    return {count, count > 0 ? steps.command(count - 1) : nullptr};
}

} // namespace

Canvas::Canvas(Document& document, QWidget* parent)
    : ToolContext(parent)
    , m_document(document)
    , m_shown(document)
    , m_camera(*this, m_shown)
    , m_frame(std::make_unique<CanvasFrame>(*this, m_shown))
    , m_hand(std::make_unique<CanvasHand>(*this))
    , m_drop(std::make_unique<CanvasDrop>(*this))
    , m_clipboard(std::make_unique<CanvasClipboard>(*this)) {
    setScene(&m_shown.scene());
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setViewportUpdateMode(FullViewportUpdate); // the ground and the legend stay put while the drawing moves
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    m_mini_map = new MiniMap(*this);
    m_zoom_bar = new ZoomBar(*this);
    m_camera.leave_free(*m_zoom_bar);
    setAccessibleName(tr("Drawing"));
    make_canvases_accessible();
    new LinkLayer(*this); // before the canvas looks at a change: its ports point into the drawing
    connect(&m_shown, &ShownDrawing::changed, this, [this] { viewport()->update(); });
    connect(&document, &Document::changed, this, [this](Changes what) {
        m_camera.before_step(step_of(m_document));
        if (ShownDrawing::shows(what)) {
            m_hand->end_gesture();
            m_shown.refresh();
        }
        m_camera.after_step();
    });
    connect(&document, &Document::scenario_changed, this, [this] {
        m_hand->end_gesture();
        m_camera.reset_for(step_of(m_document));
        m_shown.rebuild();
    });
    connect(&document.selection(), &Selection::changed, this, [this] {
        m_shown.scene().set_selected(m_document.selection().ids());
        announce_selection(*this);
        viewport()->update();
    });
    m_shown.rebuild();
}

Canvas::~Canvas() {
    delete m_mini_map; // they look at what is destroyed next
    delete m_zoom_bar;
    // What stands on the canvas watches its events, and there are some more when no canvas is left.
    for (QObject* child : findChildren<QObject*>()) {
        removeEventFilter(child);
        viewport()->removeEventFilter(child);
    }
    m_document.disconnect(this);
    m_document.selection().disconnect(this);
    setScene(nullptr);
}

std::string Canvas::item_at(const QPointF& scene) const {
    constexpr double reach = 5; // px around a link that count as on it
    const DrawnElement* element = drawing().element_at(scene);
    const bool outline = element && is_container(element->kind) && element->kind != ElementKind::rack;
    if (element && !outline) return element->id;
    if (const DrawnLink* link = drawing().link_at(scene, reach / zoom())) return link->id;
    return element ? element->id : std::string();
}

void Canvas::set_hovered(const std::string& id) {
    m_shown.scene().set_hovered(id);
    viewport()->update();
}

void Canvas::fit_selection() { m_camera.fit_items(m_document.selection().ids()); }

void Canvas::show_items(const std::vector<std::string>& ids) {
    m_document.selection().set(ids);
    m_camera.show_items(ids);
}

bool Canvas::go_to(const std::string& id) {
    m_document.selection().set_one(id);
    return m_camera.go_to(id);
}

void Canvas::edit_text(const std::string& id) {
    if (m_document.is_read_only() || !m_document.cluster().find(id)) return;
    if (const DrawnElement* drawn = drawing().find(id))
        if (!visible_area().intersects(drawn->rect)) go_to(id);
    new InlineEditor(*this, id); // deletes itself when done
}

void Canvas::set_tool(std::unique_ptr<Tool> tool) {
    m_hand->take(std::move(tool));
    Q_EMIT tool_changed();
}

void Canvas::use_select_tool() { set_tool(std::make_unique<SelectTool>(*this)); }

void Canvas::use_link_tool() { set_tool(std::make_unique<LinkTool>(*this)); }

void Canvas::use_note_tool() { set_tool(std::make_unique<NoteTool>(*this)); }

void Canvas::let_go() {
    if (!m_hand->let_go()) m_document.selection().clear();
}

void Canvas::place_part(const DraggedPart& part, int count) {
    const std::string placed = m_drop->add(part, count);
    if (const DrawnElement* drawn = drawing().find(placed)) m_camera.bring_in(painted_area(*drawn));
}

void Canvas::drawBackground(QPainter* painter, const QRectF&) { m_frame->draw_background(*painter); }

void Canvas::drawForeground(QPainter* painter, const QRectF& exposed) {
    if (!m_frame->is_scaled()) {
        const PainterStyle& style = picture().style();
        m_frame->draw_marks(*painter, exposed);
        LinkLayer::of(*this).paint(*painter);
        m_hand->paint(*painter, style);
        m_drop->paint(*painter, style);
    }
    painter->save();
    painter->resetTransform();
    m_frame->draw_legend(*painter);
    if (drawing().elements().empty() && !m_drop->is_shown()) m_frame->draw_empty_state(*painter);
    painter->restore();
}

void Canvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    m_hand->press(*event);
}

void Canvas::mouseMoveEvent(QMouseEvent* event) { m_hand->move(*event); }

void Canvas::mouseReleaseEvent(QMouseEvent* event) { m_hand->release(*event); }

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) { m_hand->double_click(*event); }

void Canvas::leaveEvent(QEvent* event) {
    if (!m_hand->is_busy()) set_hovered({});
    QGraphicsView::leaveEvent(event);
}

void Canvas::wheelEvent(QWheelEvent* event) {
    event->accept();
    const WheelTurn turn = wheel_turn(*event);
    if (!turn.zoom) return pan_by(turn.pan);
    m_frame->on_zoom();
    m_camera.set_zoom(zoom() * *turn.zoom, event->position());
}

void Canvas::keyPressEvent(QKeyEvent* event) {
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->key() == Qt::Key_Space)
        m_hand->hold_space(true);
    else if (event->key() == Qt::Key_F6 && !control) // out of the drawing
        QGraphicsView::focusNextPrevChild(!event->modifiers().testFlag(Qt::ShiftModifier));
    else if (!do_key(*this, *event))
        event->ignore(); // never the scroll area's own keys
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return event->ignore();
    m_hand->hold_space(false);
}

/// The keys that go up elsewhere are not told.
void Canvas::focusOutEvent(QFocusEvent* event) {
    m_hand->hold_space(false);
    QGraphicsView::focusOutEvent(event);
}

/// Tab goes through the items in reading order; past the last one the focus moves on.
bool Canvas::focusNextPrevChild(bool next) {
    return (hasFocus() && select_next(*this, next)) || QGraphicsView::focusNextPrevChild(next);
}

void Canvas::contextMenuEvent(QContextMenuEvent* event) {
    const QPointF at = viewportTransform().inverted().map(QPointF(event->pos()));
    if (event->reason() == QContextMenuEvent::Mouse) {
        Q_EMIT context_menu_requested(item_at(at), event->globalPos());
        return;
    }
    // By key it opens at the chosen item, as far as that is seen.
    const std::string id = m_document.selection().primary();
    const DrawnElement* drawn = drawing().find(id);
    const QRectF area = visible_area().intersected(drawn ? drawn->rect : visible_area());
    const QPointF middle = area.isEmpty() ? visible_area().center() : area.center();
    Q_EMIT context_menu_requested(id, viewport()->mapToGlobal(viewportTransform().map(middle).toPoint()));
}

void Canvas::dragEnterEvent(QDragEnterEvent* event) {
    if (!m_drop->takes(*event)) return event->ignore();
    m_hand->end_gesture();
    m_drop->move(*event);
}

void Canvas::dragMoveEvent(QDragMoveEvent* event) { m_drop->move(*event); }

void Canvas::dragLeaveEvent(QDragLeaveEvent*) { m_drop->leave(); }

void Canvas::dropEvent(QDropEvent* event) { m_drop->drop(*event); }

void Canvas::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    m_camera.follow_size(event->oldSize());
}

bool Canvas::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF at = viewportTransform().inverted().map(QPointF(help->pos()));
    std::string id = item_at(at);
    if (const DrawnElement* element = drawing().find(id)) id = drawing().slot_at(*element, at);
    show_rich_tip(help->globalPos(), m_shown.hover_text_of(id), viewport());
    return true;
}

} // namespace roofrack
