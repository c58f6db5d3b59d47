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

constexpr double max_zoom = 8;
constexpr double zoom_step = 1.25;

} // namespace

CanvasCamera::CanvasCamera(QGraphicsView& view, ShownDrawing& shown)
    : m_view(view)
    , m_shown(shown) {
    connect(&shown, &ShownDrawing::rebuilt, this, &CanvasCamera::follow_drawing);
    connect(&shown, &ShownDrawing::legend_resized, this, [this] {
        // Beside the new legend, if it would cover something; the drawing does not jump for nothing.
        if (m_follows && !m_next && is_drawn_in(m_shown.legend_area())) refit();
    });
}

double CanvasCamera::zoom() const { return m_view.transform().m11(); }

QRectF CanvasCamera::viewport_area() const { return m_view.viewport()->rect(); }

QRectF CanvasCamera::visible_area() const {
    return m_view.viewportTransform().inverted().mapRect(viewport_area());
}

double CanvasCamera::min_zoom() const {
    // A drawing never shrinks to a spot, however large it is.
    constexpr double usual = 0.1, share = 0.4;
    const QSizeF view = viewport_area().size(), whole = m_shown.diagram().bounds().size();
    if (whole.isEmpty()) return usual;
    return std::min(usual, share * std::min(view.width() / whole.width(), view.height() / whole.height()));
}

CanvasCamera::View CanvasCamera::view() const {
    return {zoom(), m_view.horizontalScrollBar()->value(), m_view.verticalScrollBar()->value(), m_follows};
}

void CanvasCamera::go_back(const View& seen) {
    m_view.setTransform(QTransform::fromScale(seen.zoom, seen.zoom));
    m_view.horizontalScrollBar()->setValue(seen.x);
    m_view.verticalScrollBar()->setValue(seen.y);
    m_follows = seen.follows;
    m_fitted = viewport_area().size();
    m_view.viewport()->update();
    Q_EMIT view_changed(zoom());
}

void CanvasCamera::forget_views() {
    m_seen_steps.clear();
    m_seen_sizes.clear();
}

void CanvasCamera::before_step(const Step& next) {
    if (next == m_step) return;
    m_seen_steps[m_step.count] = {m_step.last, view()};
    m_step = next;
    const auto seen = m_seen_steps.find(next.count);
    if (seen != m_seen_steps.end() && seen->second.last == next.last) m_next = seen->second.view;
}

void CanvasCamera::after_step() {
    if (!m_next) return;
    go_back(*m_next);
    m_next.reset();
}

void CanvasCamera::reset_for(const Step& next) {
    m_step = next;
    m_follows = m_must_fit = true;
    forget_views();
    m_next.reset();
}

void CanvasCamera::set_zoom(double zoom, const QPointF& fixed) {
    forget_views();
    zoom_to(zoom, fixed);
    m_follows = false;
}

void CanvasCamera::zoom_to(double zoom, const QPointF& fixed) {
    zoom = std::clamp(zoom, std::max(1e-3, min_zoom()), max_zoom);
    const QPointF before = m_view.viewportTransform().inverted().map(fixed);
    m_view.setTransform(QTransform::fromScale(zoom, zoom));
    move_by(fixed - m_view.viewportTransform().map(before));
    Q_EMIT view_changed(zoom);
}

void CanvasCamera::zoom_in() { set_zoom(zoom() * zoom_step, viewport_area().center()); }

void CanvasCamera::zoom_out() { set_zoom(zoom() / zoom_step, viewport_area().center()); }

void CanvasCamera::zoom_actual() { set_zoom(1, viewport_area().center()); }

void CanvasCamera::pan_by(const QPointF& pixels) {
    forget_views();
    m_follows = false;
    move_by(pixels);
}

void CanvasCamera::move_by(const QPointF& pixels) {
    const auto scroll = [](QScrollBar& bar, double by) {
        bar.setValue(bar.value() - static_cast<int>(std::lround(by)));
    };
    scroll(*m_view.horizontalScrollBar(), pixels.x());
    scroll(*m_view.verticalScrollBar(), pixels.y());
    m_view.viewport()->update();
}

void CanvasCamera::follow_drawing() {
    m_seen_sizes.clear();
    if (m_follows && !m_next && (m_must_fit || !is_all_seen())) refit();
}

/// A bar with a message takes a strip from the view and gives it back later. For so small a change the
/// drawing keeps its place where all of it is still seen, and returns to the place that it had at the earlier
/// size.
void CanvasCamera::follow_size(const QSize& before) {
    if (!m_follows) return;
    constexpr double slight = 0.15;
    constexpr size_t most_sizes = 64; // most sizes of a border that is dragged
    if (m_seen_sizes.size() >= most_sizes) m_seen_sizes.clear();
    const QSizeF now = viewport_area().size();
    m_seen_sizes[{before.width(), before.height()}] = view();
    const auto is_slight = [](double from, double to) { return std::abs(to - from) <= slight * from; };
    const bool keeps =
        !m_must_fit && is_slight(m_fitted.width(), now.width()) && is_slight(m_fitted.height(), now.height());
    const auto seen = m_seen_sizes.find({static_cast<int>(now.width()), static_cast<int>(now.height())});
    if (keeps && seen != m_seen_sizes.end())
        go_back(seen->second);
    else if (!keeps || !is_all_seen())
        refit();
}

/// Whether the whole drawing with its labels lies inside the view, and neither the legend nor the zoom
/// buttons cover any of it.
bool CanvasCamera::is_all_seen() {
    const QRectF bounds = m_shown.diagram().bounds();
    if (bounds.isEmpty()) return false;
    QRectF drawn = bounds;
    for (const DrawnText& text : m_shown.scene().text(zoom()).texts()) drawn |= text.area;
    return visible_area().contains(drawn) && !is_drawn_in(m_shown.legend_area()) &&
           !(m_left_free && is_drawn_in(m_left_free->geometry()));
}

void CanvasCamera::fit() {
    forget_views();
    refit();
}

void CanvasCamera::refit() {
    const QRectF bounds = m_shown.diagram().bounds();
    if (bounds.isEmpty() || viewport_area().width() < 32) return;
    constexpr double largest = 1.25;
    const double margin = m_shown.theme().spacing(12);
    const QSizeF legend = m_shown.legend_area().size();
    const auto zoom_for = [&](const QRectF& room) {
        return std::min({room.width() / bounds.width(), room.height() / bounds.height(), largest});
    };
    const auto fill = [&](const QRectF& room) {
        zoom_to(zoom_for(room), {});
        const QPointF off = viewport_area().center() - room.center();
        m_view.centerOn(bounds.center() + off / zoom());
    };
    const auto room_in = [&](const QRectF& view) {
        return beside_legend(view, legend, bounds.size(), margin);
    };
    const auto fit_into = [&](const QRectF& room) {
        fill(room);
        if (const QRectF inner = shrunk_for_labels(room); inner != room && inner.isValid()) fill(inner);
    };
    const QRectF view = viewport_area().adjusted(margin, margin, -margin, -margin);
    fit_into(room_in(view));
    constexpr double gap = 4;
    const QRectF buttons =
        m_left_free ? QRectF(m_left_free->geometry()).adjusted(-gap, -gap, gap, gap) : QRectF();
    if (m_left_free && is_drawn_in(buttons)) {
        const double width = view.right() - buttons.left(), height = view.bottom() - buttons.top();
        const QRectF beside = room_in(view.adjusted(0, 0, -width, 0)),
                     above = room_in(view.adjusted(0, 0, 0, -height));
        fit_into(zoom_for(beside) >= zoom_for(above) ? beside : above);
    }
    m_follows = true;
    m_must_fit = false;
    m_fitted = viewport_area().size();
}

/// `place` without the strips that labels beside the outermost things reach beyond it, at the zoom of now.
QRectF CanvasCamera::shrunk_for_labels(const QRectF& place) {
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
    forget_views();
    m_follows = false;
    m_view.centerOn(area.center());
}

bool CanvasCamera::go_to(const std::string& id) {
    const QRectF area = area_of({id}), view = viewport_area();
    if (area.isNull()) return false;
    constexpr double readable = 0.6;
    const double fits = 0.9 * std::min(view.width() / area.width(), view.height() / area.height());
    const double wanted = std::min(std::max(zoom(), readable), std::max(fits, min_zoom()));
    if (wanted == zoom() && visible_area().contains(area)) return false;
    forget_views();
    if (wanted != zoom()) set_zoom(wanted, view.center());
    m_follows = false;
    m_view.centerOn(area.center());
    m_view.viewport()->update();
    Q_EMIT view_changed(zoom());
    return true;
}

void CanvasCamera::bring_in(const QRectF& area) {
    if (visible_area().contains(area)) return;
    constexpr int margin = 32;
    m_view.ensureVisible(area, margin, margin);
    Q_EMIT view_changed(zoom());
}

} // namespace roofrack
