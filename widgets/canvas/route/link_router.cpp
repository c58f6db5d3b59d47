// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/link_router.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/route/link_route.h"
#include "widgets/theme/text_width.h"

#include <algorithm>
#include <cmath>

namespace roofrack {
namespace {

constexpr double rounding = 8;  ///< of corners
constexpr double lane_step = 5; ///< between parallel channels
constexpr int lanes = 4;
constexpr double wide_step = 9; ///< the same where there is room: thick lines stay apart
constexpr int wide_lanes = 8;
constexpr int curve_pieces = 16;

QPointF on_curve(const QPolygonF& c, double t) {
    const double s = 1 - t;
    return s * s * s * c[0] + 3 * s * s * t * c[1] + 3 * s * t * t * c[2] + t * t * t * c[3];
}

constexpr double reach = 0.38; ///< of a box's width: how far from its middle links end

/// What no link may cross: a frame with its stack and name, the name of a container.
QRectF box_of(const DrawnElement& element) {
    if (outlines_contents(element.kind)) {
        QRectF name = label_area(element);
        name.setWidth(std::min(name.width(), element.title_width));
        return name;
    }
    const double stack = element.count > 1 ? 2 * diagram_measure::stack_step : 0;
    QRectF area = element.rect.adjusted(0, -stack, stack, 0);
    if (element.kind == ElementKind::rack || element.kind == ElementKind::server)
        area.setBottom(label_area(element).bottom());
    return area;
}

} // namespace

double LinkRouter::port(const QRectF& box, double lane) {
    return box.center().x() + lane * reach * box.width();
}

double LinkRouter::lane(const QRectF& box, double x) {
    return box.width() > 0 ? (x - box.center().x()) / (reach * box.width()) : 0;
}

LinkRouter::LinkRouter(const std::vector<DrawnElement>& elements)
    : m_elements(elements) {
    std::vector<SpatialGrid::Entry> boxes, containers;
    for (size_t i = 0; i < elements.size(); ++i) {
        const int item = static_cast<int>(i);
        m_is_group.push_back(outlines_contents(elements[i].kind));
        if (m_is_group.back()) containers.push_back({item, elements[i].rect});
        m_areas.push_back(box_of(elements[i]));
        boxes.push_back({item, m_areas.back()});
    }
    m_boxes = SpatialGrid(std::move(boxes));
    m_containers = SpatialGrid(std::move(containers));
}

bool LinkRouter::holds(int container, int element) const {
    for (int one = element; one >= 0; one = at(one).parent)
        if (one == container) return true;
    return false;
}

bool LinkRouter::is_free(const QPointF& a, const QPointF& b, const Ends& ends, bool around_containers) const {
    const QRectF piece = QRectF(a, b).normalized();
    const bool slanted = piece.width() > 0.01 && piece.height() > 0.01;
    const QRectF wide = piece.adjusted(-diagram_measure::clearance, -diagram_measure::clearance,
                                       diagram_measure::clearance, diagram_measure::clearance);
    const auto crosses = [&](const QRectF& box) {
        if (!slanted) return true;
        // The box's corners on both sides of the line.
        const auto side = [&](double x, double y) {
            return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x()) > 0;
        };
        const QRectF area = box.adjusted(-diagram_measure::clearance, -diagram_measure::clearance,
                                         diagram_measure::clearance, diagram_measure::clearance);
        const bool first = side(area.left(), area.top());
        return side(area.right(), area.top()) != first || side(area.left(), area.bottom()) != first ||
               side(area.right(), area.bottom()) != first;
    };
    if (m_boxes.any(wide, [&](const SpatialGrid::Entry& entry) {
            ++m_looked_at;
            return entry.item != ends.from && entry.item != ends.to && crosses(entry.area);
        }))
        return false;
    return !around_containers || !m_containers.any(wide, [&](const SpatialGrid::Entry& entry) {
        ++m_looked_at;
        return !holds(entry.item, ends.from) && !holds(entry.item, ends.to) && crosses(entry.area);
    });
}

bool LinkRouter::is_free(const QPolygonF& line, const Ends& ends, bool around_containers) const {
    for (qsizetype i = 1; i < line.size(); ++i)
        if (!is_free(line[i - 1], line[i], ends, around_containers)) return false;
    return true;
}

/// Without corners that turn nowhere.
void LinkRouter::add(Ways& ways, std::initializer_list<QPointF> corners) {
    constexpr double turn = 24; // a bend is as bad as so much length
    Way way;
    for (const QPointF& point : corners) {
        if (way.size > 0 && (way.corners[way.size - 1] - point).manhattanLength() < 0.5) continue;
        if (way.size > 1) {
            const QPointF &a = way.corners[way.size - 2], &b = way.corners[way.size - 1];
            const bool upright = std::abs(a.x() - b.x()) < 0.01 && std::abs(b.x() - point.x()) < 0.01;
            const bool level = std::abs(a.y() - b.y()) < 0.01 && std::abs(b.y() - point.y()) < 0.01;
            if (upright || level) --way.size;
        }
        way.corners[way.size++] = point;
    }
    for (size_t i = 1; i < way.size; ++i)
        way.cost += turn + (way.corners[i] - way.corners[i - 1]).manhattanLength();
    ways.push_back(way);
}

/// The shortest free way, around other containers where that can be; nullptr when there is none.
const LinkRouter::Way* LinkRouter::first_free(Ways& ways, const Ends& ends) const {
    std::stable_sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.cost < b.cost; });
    for (const bool around : {true, false})
        for (const Way& way : ways) {
            bool free = true;
            for (size_t i = 1; i < way.size && free; ++i)
                free = is_free(way.corners[i - 1], way.corners[i], ends, around);
            if (free) return &way;
        }
    return nullptr;
}

QPolygonF LinkRouter::polygon(const Way& way) {
    QPolygonF line;
    line.reserve(static_cast<qsizetype>(way.size));
    for (size_t i = 0; i < way.size; ++i) line << way.corners[i];
    return line;
}

LinkRoute LinkRouter::downwards(int upper, int lower, double upper_x, double lower_x, bool reversed) const {
    const QRectF &above = at(upper).rect, &below = at(lower).rect;
    const Ends ends{upper, lower};
    const QPointF start(upper_x, above.bottom()), end(lower_x, below.top());
    LinkRoute route;
    const auto directed = [&](QPolygonF corners, bool curved) {
        if (reversed) std::reverse(corners.begin(), corners.end());
        route.corners = std::move(corners);
        route.curved = curved;
        return route;
    };
    const double bend = std::max(12.0, (end.y() - start.y()) * 0.55);
    const QPolygonF curve{{start, start + QPointF(0, bend), end - QPointF(0, bend), end}};
    constexpr double longest_curve = 900; // far ends and those in other containers are joined along channels
    const bool inside = at(upper).parent == at(lower).parent;
    if (inside && std::abs(end.x() - start.x()) + (end.y() - start.y()) < longest_curve &&
        is_free(flattened({curve, true}), ends, true))
        return directed(curve, true);
    // All links of one box turn at one height: they share a trunk. Those of others run beside it.
    const double between = end.y() - start.y();
    const double lane = lane_step * (upper % lanes);
    const bool apart = !inside && between / 2 > 16 + wide_step * wide_lanes;
    // Inside one container many hang on the upper box; from outside many come to the lower one.
    const double low = end.y() - std::min(16 + (inside ? lane : lane_step * (lower % lanes)), between / 2);
    double high = 0;
    Ways ways;
    ways.reserve(16);
    const Way* found = nullptr;
    for (const bool wide : {true, false}) {
        if (found || (wide && !apart)) continue;
        high = start.y() + std::min(16 + (wide ? wide_step * (upper % wide_lanes) : lane), between / 2);
        std::vector<double> corridors{start.x(), end.x()};
        const auto beside = [&](const QRectF& box, double gap) {
            corridors.push_back(box.left() - gap);
            corridors.push_back(box.right() + gap);
        };
        beside(below, 20 + lane);
        beside(above, 20 + lane);
        const double outside = 14 + (wide ? wide_step * (upper % lanes) : lane);
        for (int container = at(lower).parent; container >= 0; container = at(container).parent)
            if (!holds(container, upper)) beside(at(container).rect, outside);
        for (int container = at(upper).parent; container >= 0; container = at(container).parent)
            if (!holds(container, lower)) beside(at(container).rect, outside);
        ways.clear();
        for (const double x : corridors)
            add(ways, {start, {start.x(), high}, {x, high}, {x, low}, {end.x(), low}, end});
        found = first_free(ways, ends);
    }
    if (found) return directed(polygon(*found), false);
    const Way shortest = ways.front();
    // Near to the boxes there may be room still, where a name ends just above one of them.
    const double least = std::min(8.0, between / 2);
    for (const double turn : {high, start.y() + least})
        for (const double arrive : {low, end.y() - least}) {
            ways.clear();
            for (const double from_x : {end.x(), start.x()})
                for (const bool rightwards : {false, true})
                    if (const auto x = free_column(from_x, turn, arrive, ends, rightwards, 5 + lane))
                        add(ways,
                            {start, {start.x(), turn}, {*x, turn}, {*x, arrive}, {end.x(), arrive}, end});
            found = first_free(ways, ends);
            if (found) return directed(polygon(*found), false);
        }
    QPolygonF around = around_all(ends, start, {0, 1}, end, {0, -1}, lane);
    return directed(around.isEmpty() ? polygon(shortest) : around, false);
}

LinkRoute LinkRouter::sideways(int from, int to, double from_lane, double to_lane) const {
    const QRectF &a = at(from).rect, &b = at(to).rect;
    const Ends ends{from, to};
    const bool rightwards = a.center().x() <= b.center().x();
    const auto height = [](const QRectF& box, double lane) {
        return box.center().y() + lane * 0.38 * box.height();
    };
    const QPointF start(rightwards ? a.right() : a.left(), height(a, from_lane));
    const QPointF end(rightwards ? b.left() : b.right(), height(b, to_lane));
    const double bend = std::max(16.0, std::abs(end.x() - start.x()) * 0.45) * (rightwards ? 1 : -1);
    LinkRoute route{QPolygonF{{start, start + QPointF(bend, 0), end - QPointF(bend, 0), end}}, true};
    if (is_free(flattened(route), ends, true)) return route;
    // Over their tops, or below their names.
    const double from_x = port(a, from_lane), to_x = port(b, to_lane);
    const double lane = lane_step * (std::min(from, to) % lanes);
    const auto foot = [](const DrawnElement& element) {
        return element.kind == ElementKind::rack || element.kind == ElementKind::server
                   ? label_area(element).bottom()
                   : element.rect.bottom();
    };
    Ways ways;
    ways.reserve(16);
    for (const double gap : {12.0, 20.0, 44.0}) {
        const double high = std::min(a.top(), b.top()) - gap - lane;
        add(ways, {{from_x, a.top()}, {from_x, high}, {to_x, high}, {to_x, b.top()}});
    }
    const double low = std::max(foot(at(from)), foot(at(to))) + 8 + lane;
    const double out = rightwards ? 1 : -1;
    const QPointF leave(start.x() + out * (14 + lane), start.y()),
        enter(end.x() - out * (14 + lane), end.y());
    add(ways, {start, leave, {leave.x(), low}, {enter.x(), low}, enter, end});
    if (const Way* found = first_free(ways, ends)) return {polygon(*found), false};
    QPolygonF around = around_all(ends, start, {out, 0}, end, {-out, 0}, lane);
    if (around.isEmpty())
        around = around_all(ends, {from_x, a.top()}, {0, -1}, {to_x, b.top()}, {0, -1}, lane);
    if (!around.isEmpty()) return {around, false};
    return route;
}

LinkRoute LinkRouter::network(int from, int to, double from_lane, double to_lane) const {
    if (holds(to, from)) return outwards(from, to);
    if (holds(from, to)) {
        LinkRoute route = outwards(to, from);
        std::reverse(route.corners.begin(), route.corners.end());
        return route;
    }
    const QRectF &a = at(from).rect, &b = at(to).rect;
    const bool from_above = a.bottom() + diagram_measure::least_gap <= b.top();
    const bool to_above = b.bottom() + diagram_measure::least_gap <= a.top();
    if (from_above) return downwards(from, to, port(a, from_lane), port(b, to_lane), false);
    if (to_above) return downwards(to, from, port(b, to_lane), port(a, from_lane), true);
    return sideways(from, to, from_lane, to_lane);
}

/// Where a line goes up at the right of a rack, past what is written below it and below its neighbour.
double LinkRouter::beside_caption(int rack, double shift) const {
    const auto half_caption = [](const DrawnElement& element) {
        constexpr double figure = 58; // " · 17.8 kW"
        return std::max(element.title_width, text_width(element.subtitle, Theme::Role::secondary) + figure) /
               2;
    };
    const DrawnElement& one = at(rack);
    const double usual = one.rect.right() + 20;
    const double left = std::max(usual, one.rect.center().x() + half_caption(one) + 4);
    double right = left + 100;
    const QRectF band(one.rect.right() + 12, one.rect.bottom() - 20, left + 100 - one.rect.right(), 60);
    m_boxes.any(band, [&](const SpatialGrid::Entry& entry) {
        if (entry.item == rack) return false;
        const DrawnElement& other = at(entry.item);
        const bool captioned = other.kind == ElementKind::rack || other.kind == ElementKind::server;
        right = std::min(right, captioned ? other.rect.center().x() -
                                                std::max(half_caption(other), other.rect.width() / 2) - 4
                                          : entry.area.left() - 4);
        return false; // all of them
    });
    return left + shift <= right ? left + shift : usual + shift;
}

LinkRoute LinkRouter::facility(int from, int to, int lane) const {
    const QRectF &unit = at(from).rect, &rack = at(to).rect;
    const Ends ends{from, to};
    const bool right_of = unit.center().x() > rack.center().x();
    const double shift = 6 * lane;
    const double side = right_of ? unit.left() : unit.right();
    const double near = right_of ? rack.right() : rack.left();
    Ways ways;
    ways.reserve(16);
    // Straight across, when they stand beside each other.
    const double top = std::max(unit.top(), rack.top()) + 6,
                 bottom = std::min(unit.bottom(), rack.bottom()) - 6;
    if (top < bottom && (right_of ? unit.left() > rack.right() : unit.right() < rack.left())) {
        const double y = std::clamp(unit.center().y(), top, bottom);
        add(ways, {{side, y}, {near, y}});
    }
    // A bracket at the side, when one stands below the other.
    const double entry = rack.bottom() - 12 - shift;
    for (const double out : {12.0, 20.0}) {
        const double x = std::max(unit.right(), rack.right()) + out + shift;
        add(ways,
            {{unit.right(), unit.center().y()}, {x, unit.center().y()}, {x, entry}, {rack.right(), entry}});
        const double left = std::min(unit.left(), rack.left()) - out - shift;
        add(ways, {{unit.left(), unit.center().y()},
                   {left, unit.center().y()},
                   {left, entry},
                   {rack.left(), entry}});
    }
    // Along a bus below the racks and up beside the name.
    const double turn = side + (right_of ? -1 : 1) * (12 + shift);
    const auto add_buses = [&](double end) {
        for (const double below : {50.0, 44.0, 68.0}) {
            const double bus = rack.bottom() + below + shift;
            add(ways, {{side, unit.center().y()},
                       {turn, unit.center().y()},
                       {turn, bus},
                       {end, bus},
                       {end, entry},
                       {rack.right(), entry}});
        }
    };
    const double beside = rack.right() + 20 + shift;
    add_buses(beside);
    const Way below_all = ways.back();
    const Way* found = first_free(ways, ends);
    if (found && found->size < 6) return {polygon(*found), false};
    // What is written below is asked for only here: it takes longer than the way.
    const Way usual = found ? *found : below_all;
    const bool is_open = found != nullptr;
    ways.clear();
    if (const double end = beside_caption(to, shift); end > beside) add_buses(end);
    if (const Way* named = first_free(ways, ends)) return {polygon(*named), false};
    const QPointF start(side, unit.center().y()), out(right_of ? -1 : 1, 0), end(rack.right(), entry);
    const QPolygonF around = is_open ? QPolygonF() : around_all(ends, start, out, end, {1, 0}, shift);
    return {around.isEmpty() ? polygon(usual) : around, false};
}

QPainterPath path_of(const LinkRoute& route) {
    const QPolygonF& corners = route.corners;
    QPainterPath path;
    if (corners.isEmpty()) return path;
    path.moveTo(corners.front());
    if (route.curved && corners.size() == 4) {
        path.cubicTo(corners[1], corners[2], corners[3]);
        return path;
    }
    for (qsizetype i = 1; i + 1 < corners.size(); ++i) {
        const QPointF &before = corners[i - 1], &here = corners[i], &after = corners[i + 1];
        const double in = (here - before).manhattanLength(), out = (after - here).manhattanLength();
        const double radius = std::min({rounding, in / 2, out / 2});
        if (radius <= 0) continue;
        path.lineTo(here + (before - here) * (radius / in));
        path.quadTo(here, here + (after - here) * (radius / out));
    }
    path.lineTo(corners.back());
    return path;
}

QPolygonF flattened(const LinkRoute& route) {
    if (!route.curved || route.corners.size() != 4) return route.corners;
    const QPolygonF& c = route.corners;
    const auto same = [](double a, double b) { return std::abs(a - b) < 0.5; };
    if ((same(c[0].x(), c[3].x()) && same(c[0].x(), c[1].x())) ||
        (same(c[0].y(), c[3].y()) && same(c[0].y(), c[1].y())))
        return {{c[0], c[3]}};
    QPolygonF line;
    line.reserve(curve_pieces + 1);
    for (int i = 0; i <= curve_pieces; ++i) line << on_curve(c, static_cast<double>(i) / curve_pieces);
    return line;
}

} // namespace roofrack
