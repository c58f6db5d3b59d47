// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/canvas_camera.h"

#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/view/shown_drawing.h"

#include <QGraphicsView>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double most_zoom = 8;
constexpr double zoom_step = 1.25;

} // namespace

CanvasCamera::CanvasCamera(QGraphicsView& view, ShownDrawing& shown)
    : m_view(view)
    , m_shown(shown) {
    connect(&shown, &ShownDrawing::rebuilt, this, &CanvasCamera::follow);
    connect(&shown, &ShownDrawing::legend_resized, this, [this] {
        // Beside the new legend, if it would cover something; the drawing does not jump for nothing.
        if (m_follows && is_drawn_in(m_shown.legend_area())) fit();
    });
}

double CanvasCamera::zoom() const { return m_view.transform().m11(); }

QRectF CanvasCamera::viewport_area() const { return m_view.viewport()->rect(); }

QRectF CanvasCamera::visible_area() const {
    return m_view.viewportTransform().inverted().mapRect(viewport_area());
}

double CanvasCamera::least_zoom() const {
    // A drawing never shrinks to a spot, however large it is.
    constexpr double usual = 0.1, share = 0.4;
    const QSizeF view = viewport_area().size(), whole = m_shown.diagram().bounds().size();
    if (whole.isEmpty()) return usual;
    return std::min(usual, share * std::min(view.width() / whole.width(), view.height() / whole.height()));
}

void CanvasCamera::set_zoom(double zoom, const QPointF& fixed) {
    zoom = std::clamp(zoom, std::max(1e-3, least_zoom()), most_zoom);
    const QPointF before = m_view.viewportTransform().inverted().map(fixed);
    m_view.setTransform(QTransform::fromScale(zoom, zoom));
    pan_by(fixed - m_view.viewportTransform().map(before));
    Q_EMIT zoom_changed(zoom);
}

void CanvasCamera::zoom_in() { set_zoom(zoom() * zoom_step, viewport_area().center()); }

void CanvasCamera::zoom_out() { set_zoom(zoom() / zoom_step, viewport_area().center()); }

void CanvasCamera::zoom_actual() { set_zoom(1, viewport_area().center()); }

void CanvasCamera::pan_by(const QPointF& pixels) {
    m_follows = false;
    const auto scroll = [](QScrollBar& bar, double by) {
        bar.setValue(bar.value() - static_cast<int>(std::lround(by)));
    };
    scroll(*m_view.horizontalScrollBar(), pixels.x());
    scroll(*m_view.verticalScrollBar(), pixels.y());
    m_view.viewport()->update();
}

void CanvasCamera::follow() {
    if (m_follows) fit();
}

void CanvasCamera::fit() {
    const QRectF bounds = m_shown.diagram().bounds();
    if (bounds.isEmpty() || viewport_area().width() < 32) return;
    constexpr double largest = 1.25;
    const double margin = m_shown.theme().spacing(12);
    const QSizeF legend = m_shown.legend_area().size();
    const auto zoom_for = [&](const QRectF& room) {
        return std::min({room.width() / bounds.width(), room.height() / bounds.height(), largest});
    };
    const auto fill = [&](const QRectF& room) {
        set_zoom(zoom_for(room), {});
        const QPointF off = viewport_area().center() - room.center();
        m_view.centerOn(bounds.center() + off / zoom());
    };
    const auto room_in = [&](const QRectF& view) {
        return beside_legend(view, legend, bounds.size(), margin);
    };
    const auto fit_into = [&](const QRectF& room) {
        fill(room);
        if (const QRectF inner = without_words_beyond(room); inner != room && inner.isValid()) fill(inner);
    };
    const QRectF view = viewport_area().adjusted(margin, margin, -margin, -margin);
    fit_into(room_in(view));
    constexpr double gap = 4;
    const QRectF buttons =
        m_left_free ? QRectF(m_left_free->geometry()).adjusted(-gap, -gap, gap, gap) : QRectF();
    if (m_left_free && is_drawn_in(buttons)) {
        const double wide = view.right() - buttons.left(), high = view.bottom() - buttons.top();
        const QRectF beside = room_in(view.adjusted(0, 0, -wide, 0)),
                     above = room_in(view.adjusted(0, 0, 0, -high));
        fit_into(zoom_for(beside) >= zoom_for(above) ? beside : above);
    }
    m_follows = true;
}

/// Names that stand beside the outermost things need room too.
QRectF CanvasCamera::without_words_beyond(const QRectF& place) {
    QRectF words;
    for (const DrawnText& text : m_shown.scene().text(zoom()).texts()) words |= text.area;
    if (words.isEmpty()) return place;
    words = m_view.viewportTransform().mapRect(words);
    return place.adjusted(
        std::max(0.0, place.left() - words.left()), std::max(0.0, place.top() - words.top()),
        std::min(0.0, place.right() - words.right()), std::min(0.0, place.bottom() - words.bottom()));
}

bool CanvasCamera::is_drawn_in(const QRectF& place) {
    const Diagram& drawing = m_shown.diagram();
    const QRectF area = m_view.viewportTransform().inverted().mapRect(place);
    if (!drawing.links_in(area).empty()) return true;
    for (const int index : drawing.elements_in(area)) {
        const DrawnElement& element = drawing.elements()[static_cast<size_t>(index)];
        if (index >= drawing.containers() || !element.rect.contains(area)) return true; // on its border
    }
    return std::ranges::any_of(m_shown.scene().text(zoom()).texts(),
                               [&](const DrawnText& text) { return text.area.intersects(area); });
}

QRectF CanvasCamera::area_of(const std::vector<std::string>& ids) const {
    QRectF area;
    for (const std::string& id : ids) {
        if (const DrawnElement* element = m_shown.diagram().find(id))
            area |= painted_area(*element);
        else if (const DrawnLink* link = m_shown.diagram().find_link(id))
            area |= link->path.controlPointRect();
    }
    return area;
}

void CanvasCamera::fit_items(const std::vector<std::string>& ids) {
    const QRectF area = area_of(ids);
    if (area.isNull()) return fit();
    constexpr double largest = 2;
    const double margin = m_shown.theme().spacing(40);
    const QRectF room = viewport_area().adjusted(margin, margin, -margin, -margin);
    if (room.width() < 32 || room.height() < 32) return;
    set_zoom(std::min({room.width() / std::max(1.0, area.width()),
                       room.height() / std::max(1.0, area.height()), largest}),
             {});
    m_view.centerOn(area.center());
}

void CanvasCamera::show_items(const std::vector<std::string>& ids) {
    const QRectF area = area_of(ids), seen = visible_area();
    if (area.isNull() || seen.contains(area)) return;
    if (area.width() > seen.width() || area.height() > seen.height()) return fit();
    m_follows = false;
    m_view.centerOn(area.center());
}

bool CanvasCamera::go_to(const std::string& id) {
    const QRectF area = area_of({id}), view = viewport_area();
    if (area.isNull()) return false;
    constexpr double readable = 0.6;
    const double fits = 0.9 * std::min(view.width() / area.width(), view.height() / area.height());
    const double wanted = std::min(std::max(zoom(), readable), std::max(fits, least_zoom()));
    if (wanted == zoom() && visible_area().contains(area)) return false;
    if (wanted != zoom()) set_zoom(wanted, view.center());
    m_follows = false;
    m_view.centerOn(area.center());
    m_view.viewport()->update();
    Q_EMIT zoom_changed(zoom());
    return true;
}

void CanvasCamera::bring_in(const QRectF& area) {
    if (visible_area().contains(area)) return;
    constexpr int margin = 32;
    m_view.ensureVisible(area, margin, margin);
    Q_EMIT zoom_changed(zoom());
}

} // namespace roofrack
