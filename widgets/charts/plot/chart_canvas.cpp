// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/chart_canvas.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace roofrack {

namespace {

QRectF placed(const LabelPlace& place, const QSizeF& size) {
    QPointF corner = place.at;
    if (place.align & Qt::AlignRight)
        corner.rx() -= size.width();
    else if (place.align & Qt::AlignHCenter)
        corner.rx() -= size.width() / 2;
    if (place.align & Qt::AlignBottom)
        corner.ry() -= size.height();
    else if (place.align & Qt::AlignVCenter)
        corner.ry() -= size.height() / 2;
    return {corner, size};
}

/// What of the line lies inside (Liang and Barsky 1984).
std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect) {
    double from = 0, to = 1;
    for (const auto& [run, room] : {std::pair{-line.dx(), line.x1() - rect.left()},
                                    {line.dx(), rect.right() - line.x1()},
                                    {-line.dy(), line.y1() - rect.top()},
                                    {line.dy(), rect.bottom() - line.y1()}}) {
        if (run == 0 && room < 0) return std::nullopt;
        if (run < 0) from = std::max(from, room / run);
        if (run > 0) to = std::min(to, room / run);
    }
    if (from > to) return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

} // namespace

ChartCanvas::ChartCanvas(QPainter& painter, const Theme& theme, QRectF plot, QRectF picture,
                         std::function<double(double)> x, std::function<double(double)> y, ChartInk& ink)
    : m_painter(painter)
    , m_theme(theme)
    , m_plot(plot)
    , m_picture(picture)
    , m_x(std::move(x))
    , m_y(std::move(y))
    , m_ink(ink) {}

void ChartCanvas::box(const QRectF& rect, const QColor& fill) {
    const QRectF inside = rect.normalized() & m_plot;
    if (inside.isEmpty()) return;
    const QPointF from(std::round(inside.left()), std::round(inside.top()));
    const QPointF to(std::round(inside.right()), std::round(inside.bottom()));
    m_painter.fillRect(QRectF(from, to), fill);
}

void ChartCanvas::area(const QPolygonF& outline, const QColor& fill) {
    m_painter.save();
    m_painter.setClipRect(m_plot, Qt::IntersectClip);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(fill, 0.5)); // no seam between neighbours
    m_painter.setBrush(fill);
    m_painter.drawPolygon(outline);
    m_painter.restore();
}

void ChartCanvas::hatch(const QRectF& rect, const QColor& colour) {
    const QRectF inside = rect.normalized() & m_plot;
    if (inside.isEmpty()) return;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(colour, 1));
    // One by one, as vector files know no brush patterns.
    const double w = inside.width(), h = inside.height(), gap = px(6);
    for (double c = -std::floor(h / gap) * gap; c < w; c += gap) {
        const double from = std::max(0.0, -c), to = std::min(h, w - c);
        if (to > from)
            m_painter.drawLine(QPointF(inside.left() + c + from, inside.bottom() - from),
                               QPointF(inside.left() + c + to, inside.bottom() - to));
    }
    m_painter.restore();
}

void ChartCanvas::box_outline(const QRectF& rect, const QColor& colour, double width) {
    m_painter.save();
    m_painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
    m_painter.setPen(QPen(colour, width));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect.normalized());
    m_painter.restore();
}

void ChartCanvas::line(const std::vector<QPointF>& points, const QPen& pen) {
    QPolygonF polygon;
    for (const QPointF& point : points) {
        const QPointF pixel = at(point.x(), point.y());
        if (std::isfinite(pixel.x()) && std::isfinite(pixel.y())) polygon << pixel;
    }
    if (polygon.size() < 2) return;
    m_painter.save();
    m_painter.setClipRect(m_plot, Qt::IntersectClip);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(polygon);
    m_painter.restore();
    for (qsizetype i = 1; i < polygon.size(); ++i)
        if (const auto seen = clipped({polygon[i - 1], polygon[i]}, m_plot)) m_ink.lines.push_back(*seen);
}

void ChartCanvas::rule(QPointF from, QPointF to, const QPen& pen, Avoid avoid) {
    m_painter.save();
    m_painter.setClipRect(m_plot.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
    const bool upright = from.x() == to.x() || from.y() == to.y();
    m_painter.setRenderHint(QPainter::Antialiasing, !upright);
    if (upright) { // on whole pixels, so that one-pixel lines are one pixel
        from = {std::floor(from.x()) + 0.5, std::floor(from.y()) + 0.5};
        to = {std::floor(to.x()) + 0.5, std::floor(to.y()) + 0.5};
    }
    m_painter.setPen(pen);
    m_painter.drawLine(from, to);
    m_painter.restore();
    if (avoid == Avoid::yes) m_ink.lines.emplace_back(from, to);
}

void ChartCanvas::dot(QPointF centre, double radius, const QColor& fill, const QColor& rim,
                      double rim_width) {
    if (!m_plot.adjusted(-1, -1, 1, 1).contains(centre)) return;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(rim, rim_width));
    m_painter.setBrush(fill);
    m_painter.drawEllipse(centre, radius, radius);
    m_painter.restore();
}

QSizeF ChartCanvas::text_size(const QString& text, Theme::Role role) const {
    const QFontMetricsF metrics(m_theme.font(role));
    return {metrics.horizontalAdvance(text), metrics.height()};
}

QString ChartCanvas::elided(const QString& text, double width, Theme::Role role) const {
    return QFontMetricsF(m_theme.font(role)).elidedText(text, Qt::ElideRight, width);
}

size_t ChartCanvas::crossings(const QRectF& rect) const {
    const QRectF wide = rect.adjusted(-px(1), 0, px(1), 0);
    const auto marks =
        std::ranges::count_if(m_ink.marks, [&](const QRectF& mark) { return mark.intersects(wide); });
    const QRectF apart = wide.adjusted(0, -px(2), 0, px(2)); // from a line that would underline the text
    const QLineF edges[] = {{apart.topLeft(), apart.topRight()},
                            {apart.topRight(), apart.bottomRight()},
                            {apart.bottomRight(), apart.bottomLeft()},
                            {apart.bottomLeft(), apart.topLeft()}};
    const auto lines = std::ranges::count_if(m_ink.lines, [&](const QLineF& line) {
        if (apart.contains(line.p1()) || apart.contains(line.p2())) return true;
        return std::ranges::any_of(edges, [&](const QLineF& edge) {
            return line.intersects(edge, nullptr) == QLineF::BoundedIntersection;
        });
    });
    constexpr size_t mark_counts = 8; // lines: it is hidden, they go on
    return static_cast<size_t>(lines) + mark_counts * static_cast<size_t>(marks);
}

bool ChartCanvas::place_label(const QString& text, const std::vector<LabelPlace>& places,
                              const LabelStyle& style, QRectF& where) {
    if (text.isEmpty()) return false;
    const QFont font = m_theme.font(style.role);
    const QFontMetricsF metrics(font);
    const QStringList lines = text.split(u'\n');
    QSizeF size(0, metrics.height() * static_cast<double>(lines.size()));
    for (const QString& line : lines) size.setWidth(std::max(size.width(), metrics.horizontalAdvance(line)));
    const QRectF bounds = (style.may_leave_plot ? m_picture : m_plot).adjusted(-0.5, -0.5, 0.5, 0.5);
    const auto free = [&](const QRectF& rect) {
        const QRectF wide = rect.adjusted(-px(2), 0, px(2), 0);
        return bounds.contains(rect) &&
               std::ranges::none_of(m_ink.texts, [&](const QRectF& other) { return other.intersects(wide); });
    };
    // The first place that crosses nothing; with a halo the first of those that cross least.
    const LabelPlace* chosen = nullptr;
    size_t least = style.halo ? std::numeric_limits<size_t>::max() : 1;
    for (const LabelPlace& place : places) {
        const QRectF rect = placed(place, size);
        const size_t here = free(rect) ? crossings(rect) : least;
        if (here >= least) continue;
        chosen = &place;
        least = here;
        if (least == 0) break;
    }
    if (!chosen) return false;
    where = placed(*chosen, size);
    const QRectF& rect = where;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setFont(font);
    if (style.ground) m_painter.fillRect(rect.adjusted(-px(2), 0, px(2), 0), m_theme.panel);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const double slack = rect.width() - metrics.horizontalAdvance(lines[i]);
        const double indent = chosen->align & Qt::AlignRight     ? slack
                              : chosen->align & Qt::AlignHCenter ? slack / 2
                                                                 : 0;
        const QPointF baseline(rect.left() + indent,
                               rect.top() + metrics.ascent() + static_cast<double>(i) * metrics.height());
        if (style.halo) {
            QPainterPath path;
            path.addText(baseline, font, lines[i]);
            m_painter.setPen(QPen(m_theme.panel, px(3), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawPath(path);
        }
        m_painter.setPen(style.colour.isValid() ? style.colour : m_theme.text);
        m_painter.drawText(baseline, lines[i]);
    }
    m_painter.restore();
    m_ink.texts.push_back(rect);
    return true;
}

bool ChartCanvas::label(const QString& text, const std::vector<LabelPlace>& places, const LabelStyle& style) {
    QRectF where;
    return place_label(text, places, style, where);
}

bool ChartCanvas::label_around(const QString& text, QPointF centre, double radius, const LabelStyle& style) {
    std::vector<LabelPlace> places;
    for (const double away : {4.0, 14.0, 28.0, 44.0, 62.0, 84.0}) {
        const double d = radius + px(away), skew = d * 0.71;
        for (const auto& [x, y] : {std::pair{1.0, 0.0},
                                   {-1.0, 0.0},
                                   {0.0, 1.0},
                                   {0.0, -1.0},
                                   {0.71, 0.71},
                                   {-0.71, 0.71},
                                   {0.71, -0.71},
                                   {-0.71, -0.71}}) {
            const Qt::Alignment across = x > 0 ? Qt::AlignLeft : x < 0 ? Qt::AlignRight : Qt::AlignHCenter;
            const Qt::Alignment down = y > 0.9 ? Qt::AlignTop : y < -0.9 ? Qt::AlignBottom : Qt::AlignVCenter;
            const double reach = x != 0 && y != 0 ? skew / 0.71 : d;
            places.push_back({centre + QPointF(x * reach, y * reach), across | down});
        }
    }
    QRectF where;
    if (!place_label(text, places, style, where)) return false;
    const QPointF near(std::clamp(centre.x(), where.left(), where.right()),
                       std::clamp(centre.y(), where.top(), where.bottom()));
    QLineF back(centre, near);
    if (style.has_line && back.length() > radius + px(10)) {
        const double whole = back.length();
        back = QLineF(back.pointAt(radius / whole), back.pointAt(1 - px(2) / whole));
        rule(back.p1(), back.p2(), QPen(m_theme.disabled, 1));
    }
    return true;
}

void ChartCanvas::hit(const QPainterPath& area, const QString& readout, const QString& explain) {
    m_ink.hits.push_back({area, readout, explain, {}, {}});
}

void ChartCanvas::hit(const QRectF& area, const QString& readout, const QString& explain) {
    QPainterPath path;
    path.addRect(area & m_plot);
    hit(path, readout, explain);
}

void ChartCanvas::toggle(const QRectF& area, const QString& key) {
    QPainterPath path;
    path.addRect(area);
    m_ink.hits.push_back({path, {}, {}, key, {}});
}

void ChartCanvas::choose(const QPainterPath& area, const QString& readout, const QString& key) {
    m_ink.hits.push_back({area, readout, {}, {}, key});
}

LegendEntry stroke_entry(const QString& text, const QColor& colour, Qt::PenStyle style) {
    return {{}, text, colour, true, true, [colour, style](ChartCanvas& canvas, const QRectF& rect) {
                QPen pen(colour, canvas.px(1.5), style, Qt::FlatCap);
                // Whole dashes in a short stroke.
                const double unit = rect.width() / pen.widthF();
                if (style == Qt::DashLine) pen.setDashPattern({0.38 * unit, 0.24 * unit});
                if (style == Qt::DashDotLine)
                    pen.setDashPattern({0.45 * unit, 0.2 * unit, 0.15 * unit, unit});
                canvas.painter().setPen(pen);
                canvas.painter().drawLine(QPointF(rect.left(), rect.center().y()),
                                          QPointF(rect.right(), rect.center().y()));
            }};
}

} // namespace roofrack
