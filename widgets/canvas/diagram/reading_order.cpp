// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/diagram/reading_order.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace roofrack {
namespace {

/// What an item is sorted by. Tops within a row's height of 48 count as one row.
struct Place {
    int group = 0; ///< elements before links
    double row = 0, left = 0;
    int depth = 0;
    double slot = 0;
    auto operator<=>(const Place&) const = default;
};

double row_of(double top) { return std::floor(top / 48); }

std::unordered_map<std::string, Place> places(const Diagram& drawing) {
    std::unordered_map<std::string, Place> places;
    for (const DrawnElement& element : drawing.elements()) {
        const Place place{0, row_of(element.rect.top()), element.rect.left(), element.depth, 0};
        places[element.id] = place;
        for (const RackSlot& slot : element.slots) {
            if (slot.id == element.id) continue;
            Place inside = place;
            inside.depth += 1;
            inside.slot = slot.rect.top();
            places.emplace(slot.id, inside);
        }
    }
    for (const DrawnLink& link : drawing.links()) {
        const QRectF area = link.path.controlPointRect();
        places.emplace(link.id, Place{1, row_of(area.top()), area.left(), 0, 0});
    }
    return places;
}

} // namespace

std::vector<std::string> in_reading_order(const Diagram& drawing, std::vector<std::string> ids) {
    const auto known = places(drawing);
    const auto place = [&](const std::string& id) {
        const auto found = known.find(id);
        return found == known.end() ? Place{2, 0, 0, 0, 0} : found->second;
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
    return ids;
}

std::string neighbour(const Diagram& drawing, const std::string& from, const QPointF& way) {
    const DrawnElement* start = drawing.find(from);
    if (!start) {
        const auto all = reading_order(drawing);
        return all.empty() ? std::string() : all.front();
    }
    const QPointF middle = start->rect.center();
    const DrawnElement* nearest = nullptr;
    double best = 0;
    for (const DrawnElement& element : drawing.elements()) {
        if (element.id == start->id || element.rect.contains(start->rect) ||
            start->rect.contains(element.rect))
            continue;
        const QPointF off = element.rect.center() - middle;
        const double along = QPointF::dotProduct(off, way);
        const double across = std::abs(off.x() * way.y()) + std::abs(off.y() * way.x());
        if (along <= 0 || across > along) continue; // within 45° of the way
        const double far = along + 2 * across;
        if (nearest && far >= best) continue;
        nearest = &element;
        best = far;
    }
    return nearest ? nearest->id : std::string();
}

std::vector<std::string> reading_order(const Diagram& drawing) {
    std::vector<std::string> ids;
    for (const DrawnElement& element : drawing.elements()) {
        ids.push_back(element.id);
        for (const RackSlot& slot : element.slots) // slots of one group stand one after another
            if (slot.id != ids.back() && slot.id != element.id) ids.push_back(slot.id);
    }
    for (const DrawnLink& link : drawing.links()) ids.push_back(link.id);
    std::unordered_set<std::string> seen; // a group may be drawn in several places of its rack
    std::erase_if(ids, [&](const std::string& id) { return !seen.insert(id).second; });
    return in_reading_order(drawing, std::move(ids));
}

} // namespace roofrack
