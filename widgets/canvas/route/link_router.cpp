// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/link_router.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/route/detour.h"
#include "widgets/canvas/route/free_space.h"
#include "widgets/canvas/route/link_loops.h"
#include "widgets/canvas/route/ways.h"
#include "widgets/theme/text_width.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Where a link leaves a box, and towards where: a step of length 1.
struct Leaving {
    QPointF at, way;
};

constexpr double stub = 6;         ///< straight out of a box before the first bend
constexpr double room = 240;       ///< how far a way may lead past its ends
constexpr size_t with_names = 40;  ///< boxes: among more of them names are crossed
constexpr size_t most_boxes = 100; ///< among more the search would take too long

/// What a link has to go around, near to its ends; nothing when there is too much.
std::vector<Obstacle> obstacles(const FreeSpace& space, const RouteEnds& ends) {
    const QRectF around =
        (space.at(ends.from).rect | space.at(ends.to).rect).adjusted(-room, -room, room, room);
    const auto boxes = space.boxes().items_in(around, most_boxes);
    std::vector<Obstacle> found;
    if (!boxes) return found;
    space.count_looks(boxes->size());
    const auto belongs_to_end = [&](int item) {
        for (const int end : {ends.from, ends.to})
            if (item != end && (space.holds(item, end) || space.holds(end, item))) return true;
        return false;
    };
    for (const int item : *boxes) {
        const DrawnElement& element = space.at(item);
        const bool is_end = item == ends.from || item == ends.to, is_group = space.is_group(item);
        if (belongs_to_end(item) && !is_group) continue;
        if (!is_group) {
            const double stack = element.count > 1 && !is_end ? 2 * diagram_measure::stack_step : 0;
            found.push_back({element.rect.adjusted(0, -stack, stack, 0)});
        }
        if (boxes->size() > with_names) continue;
        QRectF name = label_area(element);
        if (is_group) name.setWidth(std::min(name.width(), element.title_width));
        if (name != element.rect) found.push_back({name, false});
    }
    for (const int item : space.containers().items_in(around)) {
        const bool is_end = item == ends.from || item == ends.to;
        if (is_end || !belongs_to_end(item)) found.push_back({space.at(item).rect, is_end});
    }
    return found;
}

/// Any way around all boxes by a search, for where the usual ones are closed: `apart` canvas units from
/// others where that can be. Empty when there is none, or too much stands around.
QPolygonF way_around(const FreeSpace& space, const RouteEnds& ends, const Leaving& start, const Leaving& end,
                     double apart) {
    const std::vector<Obstacle> in_the_way = obstacles(space, ends);
    if (in_the_way.empty()) return {};
    const DetourEnd from{start.at, start.at + stub * start.way}, to{end.at, end.at + stub * end.way};
    constexpr double nearest = 5;
    QPolygonF way = detour(from, to, in_the_way, nearest + apart);
    if (way.isEmpty() && apart > 0) way = detour(from, to, in_the_way, nearest);
    return way;
}

constexpr double offset_step = 5;      ///< canvas units between parallel channels
constexpr int offsets = 4;             ///< how many channels lie beside each other
constexpr double wide_offset_step = 9; ///< the same where there is room: thick lines stay apart
constexpr int wide_offsets = 8;

constexpr double reach = 0.38; ///< share of a box's width: how far from its middle links end

} // namespace

double LinkRouter::port(const QRectF& box, double side_position) {
    return box.center().x() + side_position * reach * box.width();
}

double LinkRouter::side_position(const QRectF& box, double x) {
    return box.width() > 0 ? (x - box.center().x()) / (reach * box.width()) : 0;
}

LinkRoute LinkRouter::loop_route(int element, double room) const {
    return roofrack::loop_route(m_space, element, room);
}

LinkRoute LinkRouter::downwards(int upper, int lower, double upper_x, double lower_x, bool reversed) const {
    const QRectF &above = m_space.at(upper).rect, &below = m_space.at(lower).rect;
    const RouteEnds ends{upper, lower};
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
    constexpr double longest_curve = 900; // longer links, and those between containers, run along channels
    const bool same_container = m_space.at(upper).parent == m_space.at(lower).parent;
    if (same_container && std::abs(end.x() - start.x()) + (end.y() - start.y()) < longest_curve &&
        m_space.is_free(flattened({curve, true}), ends, true))
        return directed(curve, true);
    // All links of one box turn at one height: they share a trunk. Those of others run beside it.
    const double between = end.y() - start.y();
    const double offset = offset_step * (upper % offsets);
    const bool has_room_for_wide_offsets =
        !same_container && between / 2 > 16 + wide_offset_step * wide_offsets;
    // Inside one container many hang on the upper box; from outside many come to the lower one.
    const double low =
        end.y() - std::min(16 + (same_container ? offset : offset_step * (lower % offsets)), between / 2);
    double high = 0;
    Ways ways;
    const Way* found = nullptr;
    for (const bool wide : {true, false}) {
        if (found || (wide && !has_room_for_wide_offsets)) continue;
        high = start.y() +
               std::min(16 + (wide ? wide_offset_step * (upper % wide_offsets) : offset), between / 2);
        std::vector<double> corridors{start.x(), end.x()};
        const auto beside = [&](const QRectF& box, double gap) {
            corridors.push_back(box.left() - gap);
            corridors.push_back(box.right() + gap);
        };
        beside(below, 20 + offset);
        beside(above, 20 + offset);
        const double outside = 14 + (wide ? wide_offset_step * (upper % offsets) : offset);
        for (int container = m_space.at(lower).parent; container >= 0;
             container = m_space.at(container).parent)
            if (!m_space.holds(container, upper)) beside(m_space.at(container).rect, outside);
        for (int container = m_space.at(upper).parent; container >= 0;
             container = m_space.at(container).parent)
            if (!m_space.holds(container, lower)) beside(m_space.at(container).rect, outside);
        ways.clear();
        for (const double x : corridors)
            ways.add({start, {start.x(), high}, {x, high}, {x, low}, {end.x(), low}, end});
        found = ways.first_free(m_space, ends);
    }
    if (found) return directed(polygon(*found), false);
    const Way shortest = ways.all().front();
    // There may still be room close to the boxes, where a name ends just above one of them.
    const double least = std::min(8.0, between / 2);
    for (const double turn : {high, start.y() + least})
        for (const double arrive : {low, end.y() - least}) {
            ways.clear();
            for (const double from_x : {end.x(), start.x()})
                for (const double x : m_columns.nearest(from_x, turn, arrive, ends, 5 + offset))
                    ways.add({start, {start.x(), turn}, {x, turn}, {x, arrive}, {end.x(), arrive}, end});
            found = ways.first_free(m_space, ends);
            if (found) return directed(polygon(*found), false);
        }
    QPolygonF around = way_around(m_space, ends, {start, {0, 1}}, {end, {0, -1}}, offset);
    return directed(around.isEmpty() ? polygon(shortest) : around, false);
}

LinkRoute LinkRouter::sideways(int from, int to, double from_side_position, double to_side_position) const {
    const QRectF &a = m_space.at(from).rect, &b = m_space.at(to).rect;
    const RouteEnds ends{from, to};
    const bool rightwards = a.center().x() <= b.center().x();
    const auto height = [](const QRectF& box, double side_position) {
        return box.center().y() + side_position * 0.38 * box.height();
    };
    const QPointF start(rightwards ? a.right() : a.left(), height(a, from_side_position));
    const QPointF end(rightwards ? b.left() : b.right(), height(b, to_side_position));
    const double bend = std::max(16.0, std::abs(end.x() - start.x()) * 0.45) * (rightwards ? 1 : -1);
    LinkRoute route{QPolygonF{{start, start + QPointF(bend, 0), end - QPointF(bend, 0), end}}, true};
    if (m_space.is_free(flattened(route), ends, true)) return route;
    // Over their tops, or below their names.
    const double from_x = port(a, from_side_position), to_x = port(b, to_side_position);
    const double offset = offset_step * (std::min(from, to) % offsets);
    const auto foot = [](const DrawnElement& element) {
        return element.kind == ElementKind::rack || element.kind == ElementKind::server
                   ? label_area(element).bottom()
                   : element.rect.bottom();
    };
    Ways ways;
    for (const double gap : {12.0, 20.0, 44.0}) {
        const double high = std::min(a.top(), b.top()) - gap - offset;
        ways.add({{from_x, a.top()}, {from_x, high}, {to_x, high}, {to_x, b.top()}});
    }
    const double low = std::max(foot(m_space.at(from)), foot(m_space.at(to))) + 8 + offset;
    const double out = rightwards ? 1 : -1;
    const QPointF leave(start.x() + out * (14 + offset), start.y()),
        enter(end.x() - out * (14 + offset), end.y());
    ways.add({start, leave, {leave.x(), low}, {enter.x(), low}, enter, end});
    if (const Way* found = ways.first_free(m_space, ends)) return {polygon(*found), false};
    QPolygonF around = way_around(m_space, ends, {start, {out, 0}}, {end, {-out, 0}}, offset);
    if (around.isEmpty())
        around = way_around(m_space, ends, {{from_x, a.top()}, {0, -1}}, {{to_x, b.top()}, {0, -1}}, offset);
    if (!around.isEmpty()) return {around, false};
    return route;
}

LinkRoute LinkRouter::network_route(int from, int to, double from_side_position,
                                    double to_side_position) const {
    if (m_space.holds(to, from)) return outward_route(m_space, from, to, port(m_space.at(from).rect, 0.7));
    if (m_space.holds(from, to)) {
        LinkRoute route = outward_route(m_space, to, from, port(m_space.at(to).rect, 0.7));
        std::reverse(route.corners.begin(), route.corners.end());
        return route;
    }
    const QRectF &a = m_space.at(from).rect, &b = m_space.at(to).rect;
    const bool from_above = a.bottom() + diagram_measure::least_gap <= b.top();
    const bool to_above = b.bottom() + diagram_measure::least_gap <= a.top();
    if (from_above) return downwards(from, to, port(a, from_side_position), port(b, to_side_position), false);
    if (to_above) return downwards(to, from, port(b, to_side_position), port(a, from_side_position), true);
    return sideways(from, to, from_side_position, to_side_position);
}

/// Where a line goes up at the right of a rack, past what is written below it and below its neighbour.
double LinkRouter::beside_caption(int rack, double shift) const {
    const auto half_caption = [](const DrawnElement& element) {
        constexpr double figure = 58; // " · 17.8 kW"
        return std::max(element.title_width, text_width(element.subtitle, Theme::Role::secondary) + figure) /
               2;
    };
    const DrawnElement& one = m_space.at(rack);
    const double usual = one.rect.right() + 20;
    const double left = std::max(usual, one.rect.center().x() + half_caption(one) + 4);
    double right = left + 100;
    const QRectF band(one.rect.right() + 12, one.rect.bottom() - 20, left + 100 - one.rect.right(), 60);
    m_space.boxes().any(band, [&](const SpatialGrid::Entry& entry) {
        if (entry.item == rack) return false;
        const DrawnElement& other = m_space.at(entry.item);
        const bool captioned = other.kind == ElementKind::rack || other.kind == ElementKind::server;
        right = std::min(right, captioned ? other.rect.center().x() -
                                                std::max(half_caption(other), other.rect.width() / 2) - 4
                                          : entry.area.left() - 4);
        return false; // all of them
    });
    return left + shift <= right ? left + shift : usual + shift;
}

LinkRoute LinkRouter::facility_route(int from, int to, int bus_index) const {
    const QRectF &unit = m_space.at(from).rect, &rack = m_space.at(to).rect;
    const RouteEnds ends{from, to};
    const bool right_of = unit.center().x() > rack.center().x();
    const double shift = 6 * bus_index;
    const double side = right_of ? unit.left() : unit.right();
    const double near = right_of ? rack.right() : rack.left();
    Ways ways;
    // Straight across, when they stand beside each other.
    const double top = std::max(unit.top(), rack.top()) + 6,
                 bottom = std::min(unit.bottom(), rack.bottom()) - 6;
    if (top < bottom && (right_of ? unit.left() > rack.right() : unit.right() < rack.left())) {
        const double y = std::clamp(unit.center().y(), top, bottom);
        ways.add({{side, y}, {near, y}});
    }
    // A bracket at the side, when one stands below the other.
    const double entry = rack.bottom() - 12 - shift;
    for (const double out : {12.0, 20.0}) {
        const double x = std::max(unit.right(), rack.right()) + out + shift;
        ways.add(
            {{unit.right(), unit.center().y()}, {x, unit.center().y()}, {x, entry}, {rack.right(), entry}});
        const double left = std::min(unit.left(), rack.left()) - out - shift;
        ways.add({{unit.left(), unit.center().y()},
                  {left, unit.center().y()},
                  {left, entry},
                  {rack.left(), entry}});
    }
    // Along a bus below the racks and up beside the name.
    const double turn = side + (right_of ? -1 : 1) * (12 + shift);
    const auto add_buses = [&](double end) {
        for (const double below : {50.0, 44.0, 68.0}) {
            const double bus = rack.bottom() + below + shift;
            ways.add({{side, unit.center().y()},
                      {turn, unit.center().y()},
                      {turn, bus},
                      {end, bus},
                      {end, entry},
                      {rack.right(), entry}});
        }
    };
    const double beside = rack.right() + 20 + shift;
    add_buses(beside);
    const Way below_all = ways.all().back();
    const Way* found = ways.first_free(m_space, ends);
    if (found && found->size < 6) return {polygon(*found), false};
    // Captions are checked only now: that costs more than finding the route.
    const Way usual = found ? *found : below_all;
    const bool is_open = found != nullptr;
    ways.clear();
    if (const double end = beside_caption(to, shift); end > beside) add_buses(end);
    if (const Way* named = ways.first_free(m_space, ends)) return {polygon(*named), false};
    const QPointF start(side, unit.center().y()), out(right_of ? -1 : 1, 0), end(rack.right(), entry);
    const QPolygonF around =
        is_open ? QPolygonF() : way_around(m_space, ends, {start, out}, {end, {1, 0}}, shift);
    return {around.isEmpty() ? polygon(usual) : around, false};
}

} // namespace roofrack
