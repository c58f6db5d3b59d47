// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas.h"

#include "widgets/canvas/diagram/drawn_alike.h"
#include "widgets/canvas/edits/edits.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/canvas/tools/link_layer.h"
#include "widgets/canvas/tools/link_tool.h"
#include "widgets/canvas/tools/note_tool.h"
#include "widgets/canvas/tools/select_tool.h"
#include "widgets/canvas/view/canvas_accessible.h"
#include "widgets/canvas/view/canvas_drop.h"
#include "widgets/canvas/view/inline_editor.h"
#include "widgets/canvas/view/mini_map.h"
#include "widgets/canvas/view/zoom_bar.h"
#include "widgets/editor/document.h"
#include "widgets/editor/item_text.h"
#include "widgets/editor/step.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double most_zoom = 8;
constexpr double zoom_step = 1.25;
constexpr double link_reach = 5; ///< px around a link that count as on it

} // namespace

Canvas::Canvas(Document& document, QWidget* parent)
    : Stage(parent)
    , m_document(document)
    , m_theme(Theme::light())
    , m_tool(std::make_unique<SelectTool>(*this))
    , m_drop(std::make_unique<CanvasDrop>(*this)) {
    setScene(&m_scene);
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
    setAccessibleName(tr("Drawing"));
    make_canvases_accessible();
    new LinkLayer(*this);        // before the canvas looks at a change: its ports point into the drawing
    constexpr int settles = 120; // ms after the last turn of the wheel
    m_zoom_settles.setInterval(settles);
    m_zoom_settles.setSingleShot(true);
    connect(&m_zoom_settles, &QTimer::timeout, this, [this] {
        if (m_shows_scaled) viewport()->update();
    });
    connect(&m_scene, &CanvasScene::repainted, this, [this] { m_view_cache.forget(); });
    connect(&m_scene, &CanvasScene::repainted_in, this,
            [this](const QRectF& area) { m_view_cache.forget(area); });
    connect(&document, &Document::changed, this, &Canvas::document_changed);
    connect(&document, &Document::scenario_changed, this, [this] {
        end_gesture_tool();
        m_auto_fit = true;
        rebuild();
    });
    connect(&document.selection(), &Selection::changed, this, &Canvas::selection_changed);
    rebuild();
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

void Canvas::set_theme(const Theme& theme) {
    m_theme = theme;
    m_scene.set_theme(theme);
    recolour();
}

void Canvas::set_evaluation(std::shared_ptr<const Evaluation> evaluation,
                            std::shared_ptr<const DrawingLoads> loads) {
    m_evaluation = std::move(evaluation);
    m_loads = std::move(loads);
    recolour();
}

void Canvas::set_overlay(Overlay overlay) {
    m_overlay = overlay;
    recolour();
}

void Canvas::document_changed(Changes what) {
    if (!(what & (Changes(Change::cluster) | Change::layout | Change::scenarios))) return;
    end_gesture_tool();
    // Thousands of links are not routed anew for a limit or a temperature.
    if (m_drawn &&
        (m_drawn == m_document.snapshot() || is_drawn_alike(m_drawn->cluster, m_document.cluster())))
        recolour();
    else
        rebuild();
}

void Canvas::rebuild() {
    m_previewed.clear();
    m_drawn = m_document.snapshot();
    m_scene.set_drawing(Diagram::make(m_document.cluster(), m_document.catalog()));
    recolour();
    if (m_auto_fit) fit();
}

void Canvas::recolour() {
    const QSizeF legend = legend_size(looks().legend(), m_theme);
    m_scene.set_looks(looks_in(m_theme));
    const QSizeF now = legend_size(looks().legend(), m_theme);
    // Beside the new legend, if it would cover something; the drawing does not jump for nothing.
    if (m_auto_fit && now != legend && is_drawn_in(QRectF(legend_corner(), now))) fit();
    viewport()->update();
}

QPointF Canvas::legend_corner() const { return QPointF(1, 1) * m_theme.spacing(12); }

void Canvas::preview(const Diagram::Positions& moved) {
    m_drawn.reset();
    const bool same = moved.size() == m_previewed.size() &&
                      std::equal(moved.begin(), moved.end(), m_previewed.begin(),
                                 [](const auto& a, const auto& b) { return a.first == b.first; });
    if (!moved.empty() && (same || m_previewed.empty()))
        m_scene.move_elements(moved);
    else
        m_scene.set_drawing(Diagram::make(m_document.cluster(), m_document.catalog(), moved));
    m_previewed = moved;
    viewport()->update();
}

void Canvas::selection_changed() {
    const Selection& selection = m_document.selection();
    m_scene.set_selected(selection.ids());
    setAccessibleDescription(selection.is_empty()
                                 ? tr("Nothing selected")
                                 : tr("Selected: %1").arg(title_of(selection.ids(), m_document.cluster())));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    announce_selection(*this);
    viewport()->update();
}

std::string Canvas::item_at(const QPointF& scene) const {
    const DrawnElement* element = drawing().element_at(scene);
    const bool outline = element && is_container(element->kind) && element->kind != ElementKind::rack;
    if (element && !outline) return element->id;
    if (const DrawnLink* link = drawing().link_at(scene, link_reach / zoom())) return link->id;
    return element ? element->id : std::string();
}

void Canvas::set_hovered(const std::string& id) {
    m_scene.set_hovered(id);
    viewport()->update();
}

double Canvas::least_zoom() const {
    // A drawing never shrinks to a spot, however large it is.
    constexpr double usual = 0.1, share = 0.4;
    const QSizeF view = viewport()->size(), whole = drawing().bounds().size();
    if (whole.isEmpty()) return usual;
    return std::min(usual, share * std::min(view.width() / whole.width(), view.height() / whole.height()));
}

void Canvas::set_zoom(double zoom, const QPointF& fixed) {
    zoom = std::clamp(zoom, std::max(1e-3, least_zoom()), most_zoom);
    const QPointF before = viewportTransform().inverted().map(fixed);
    setTransform(QTransform::fromScale(zoom, zoom));
    const QPointF now = viewportTransform().map(before);
    m_auto_fit = false;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(now.x() - fixed.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                  static_cast<int>(std::lround(now.y() - fixed.y())));
    viewport()->update();
    Q_EMIT zoom_changed(zoom);
}

void Canvas::zoom_in() { set_zoom(zoom() * zoom_step, QRectF(viewport()->rect()).center()); }

void Canvas::zoom_out() { set_zoom(zoom() / zoom_step, QRectF(viewport()->rect()).center()); }

void Canvas::zoom_actual() { set_zoom(1, QRectF(viewport()->rect()).center()); }

void Canvas::pan_by(const QPointF& pixels) {
    m_auto_fit = false;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() -
                                    static_cast<int>(std::lround(pixels.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(std::lround(pixels.y())));
    viewport()->update();
}

QRectF Canvas::area_of(const std::vector<std::string>& ids) const {
    QRectF area;
    for (const std::string& id : ids) {
        if (const DrawnElement* element = drawing().find(id))
            area |= painted_area(*element);
        else if (const DrawnLink* link = drawing().find_link(id))
            area |= link->path.controlPointRect();
    }
    return area;
}

void Canvas::show_items(const std::vector<std::string>& ids) {
    const QRectF area = area_of(ids);
    m_document.selection().set(ids);
    if (area.isNull()) return;
    const QRectF seen = viewportTransform().inverted().mapRect(QRectF(viewport()->rect()));
    if (seen.contains(area)) return;
    if (area.width() > seen.width() || area.height() > seen.height()) {
        fit();
        return;
    }
    m_auto_fit = false;
    centerOn(area.center());
}

bool Canvas::go_to(const std::string& id) {
    m_document.selection().set_one(id);
    QRectF area;
    if (const DrawnElement* element = drawing().find(id))
        area = painted_area(*element);
    else if (const DrawnLink* link = drawing().find_link(id))
        area = link->path.controlPointRect();
    if (area.isNull()) return false;
    constexpr double readable = 0.6;
    const double fits =
        0.9 * std::min(viewport()->width() / area.width(), viewport()->height() / area.height());
    const double wanted = std::min(std::max(zoom(), readable), std::max(fits, least_zoom()));
    const QRectF seen = viewportTransform().inverted().mapRect(QRectF(viewport()->rect()));
    if (wanted == zoom() && seen.contains(area)) return false;
    if (wanted != zoom()) set_zoom(wanted, QRectF(viewport()->rect()).center());
    m_auto_fit = false;
    centerOn(area.center());
    viewport()->update();
    Q_EMIT zoom_changed(zoom()); // what follows the view follows
    return true;
}

void Canvas::edit_text(const std::string& id) {
    if (m_document.is_read_only() || !m_document.cluster().find(id)) return;
    if (const DrawnElement* drawn = drawing().find(id))
        if (!visible_area().intersects(drawn->rect)) go_to(id);
    new InlineEditor(*this, id); // deletes itself when done
}

void Canvas::set_tool(std::unique_ptr<Tool> tool) {
    end_gesture_tool();
    m_tool = std::move(tool);
    set_hovered({});
    update_cursor();
    Q_EMIT tool_changed();
}

void Canvas::use_select_tool() { set_tool(std::make_unique<SelectTool>(*this)); }

void Canvas::use_link_tool() { set_tool(std::make_unique<LinkTool>(*this)); }

void Canvas::use_note_tool() { set_tool(std::make_unique<NoteTool>(*this)); }

void Canvas::end_gesture_tool() {
    if (!m_gesture) return;
    m_edge_scroll.stop();
    const auto gesture = std::move(m_gesture); // its cancel may change the document's selection
    gesture->cancel();
    update_cursor();
}

void Canvas::update_cursor() {
    viewport()->setCursor(m_gesture      ? m_gesture->cursor()
                          : m_space_down ? Qt::OpenHandCursor
                                         : m_tool->cursor());
}

void Canvas::copy() {
    if (auto copied = copy_selection(m_document, drawing(), looks(), m_theme.scaled(1)))
        QGuiApplication::clipboard()->setMimeData(copied.release());
    else if (!m_document.selection().is_empty())
        Q_EMIT message(tr("Not copied: a link goes along with both its ends, select them too"));
}

void Canvas::cut() {
    copy();
    const auto& ids = m_document.selection().ids();
    if (std::none_of(ids.begin(), ids.end(), [&](const auto& id) { return m_document.cluster().find(id); }))
        return; // links alone were not copied, so they stay
    const Step step(m_document,
                    tr("Cut %1").arg(title_of(m_document.selection().ids(), m_document.cluster())));
    remove_selection(m_document);
}

void Canvas::paste_copied() {
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    if (!copied) return;
    const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
    m_paste_place.point_at(viewport()->rect().contains(pointer) && viewport()->underMouse()
                               ? std::optional(viewportTransform().inverted().map(QPointF(pointer)))
                               : std::nullopt);
    if (const auto pasted = paste(m_document, drawing(), *copied, m_paste_place); !pasted)
        Q_EMIT message(tr("Not pasted: %1").arg(QString::fromStdString(pasted.error().text())));
}

Result<void> Canvas::save_picture(const std::filesystem::path& path, const DrawingOptions& options) const {
    return roofrack::save_picture(path, drawing(), looks(), m_theme.scaled(1), options);
}

Looks Canvas::looks_in(const Theme& theme) const {
    return Looks::make(m_document.cluster(), m_document.catalog(), m_evaluation.get(), m_overlay,
                       theme.scaled(1), m_loads.get());
}

void Canvas::copy_picture() const {
    DrawingOptions options;
    options.dpi = 192;
    auto* copied = new QMimeData;
    copied->setImageData(picture_image(drawing(), looks(), m_theme.scaled(1), options));
    copied->setData(QStringLiteral("image/svg+xml"),
                    picture_svg(drawing(), looks(), m_theme.scaled(1), options));
    QGuiApplication::clipboard()->setMimeData(copied);
}

} // namespace roofrack
