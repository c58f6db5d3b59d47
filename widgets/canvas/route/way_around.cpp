// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/route/way_around.h"

#include "widgets/canvas/items/diagram_measure.h"
#include "widgets/canvas/route/detour.h"

#include <algorithm>

namespace roofrack {
namespace {

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

} // namespace

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

} // namespace roofrack
