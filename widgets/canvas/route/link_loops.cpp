// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/link_loops.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/route/ways.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

LinkRoute loop_route(const FreeSpace& space, int element, double room) {
    const DrawnElement& one = space.at(element);
    const QRectF& box = one.rect;
    const double stack = one.count > 1 ? 2 * diagram_measure::stack_step : 0;
    const double half = std::min(0.2 * box.height(), 30.0), y = box.center().y();
    constexpr double flare = 24, least = 28,
                     bulge = 0.75; // this share of a curve's control points is where it comes
    const auto route = [&](double out, bool right) {
        const double x = right ? box.right() : box.left();
        const double far = x + (right ? 1 : -1) * (out + (right ? stack : 0)) / bulge;
        return LinkRoute{
            QPolygonF{{{x, y - half}, {far, y - half - flare}, {far, y + half + flare}, {x, y + half}}},
            true};
    };
    for (const double out : {std::max(room, least), least})
        for (const bool right : {false, true})
            if (LinkRoute found = route(out, right);
                space.is_free(flattened(found), {element, element}, true))
                return found;
    return route(least, false);
}

LinkRoute outward_route(const FreeSpace& space, int from, int around, double top_x) {
    const QRectF& box = space.at(from).rect;
    const DrawnElement& outer = space.at(around);
    const double stack = outer.count > 1 ? 2 * diagram_measure::stack_step : 0;
    const QRectF area = outer.rect.adjusted(0, -stack, stack, 0);
    QRectF name = label_area(outer);
    name.setWidth(std::min(name.width(), outer.title_width));
    name.adjust(-6, -6, 6, 6);
    constexpr double out = 36, span = 120, least_span = 36; // words stand between its legs
    const RouteEnds ends{from, around};
    const auto is_clear = [&](const Way& way) {
        for (size_t i = 1; i < way.size; ++i) {
            const QRectF piece = QRectF(way.corners[i - 1], way.corners[i]).normalized();
            if (SpatialGrid::touches(piece, name)) return false;
        }
        return true;
    };
    Ways all;
    { // over the top and back at the right: the words on it have the whole width
        const double x = top_x, high = area.top() - out, far = area.right() + out;
        const double back = area.top() + std::min(40.0, area.height() / 2);
        all.add({{x, box.top()}, {x, high}, {far, high}, {far, back}, {area.right(), back}});
    }
    for (const double place : {0.26, 0.0, -0.26}) { // over the top, back to the right or to the left
        const double x = box.center().x() + place * box.width(), high = area.top() - out;
        for (const double to :
             {std::min(x + span, outer.rect.right() - 12), std::max(x - span, outer.rect.left() + 12)})
            if (std::abs(to - x) >= least_span)
                all.add({{x, box.top()}, {x, high}, {to, high}, {to, area.top()}});
    }
    const double y = box.center().y();
    for (const bool right : {true, false}) {
        const double side = right ? area.right() : area.left(), far = side + (right ? out : -out);
        all.add({{right ? box.right() : box.left(), y}, {far, y}, {far, y + span}, {side, y + span}});
    }
    for (const Way& way : all.all())
        if (is_clear(way) && is_free(way, space, ends, false)) return {polygon(way), false};
    return {polygon(all.all().front()), false};
}

} // namespace roofrack
