// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/racks/cabled_racks.h"

#include "core/study/racks/rack_drawings.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

CabledRacks cabled_racks(const Prepared& prepared, const Catalog& catalog, const RoomSolver& room,
                         double most, const std::stop_token& stop) {
    const int steps = static_cast<int>(std::floor((most - room.drawn()) / room.step() + 1e-9));
    if (steps <= 0) return {most};
    const Cluster& cluster = prepared.scenario().cluster;
    const RackDrawings finest(cluster, prepared, catalog, room),
        whole(cluster, prepared, catalog, room, RackSteps::containers);
    const bool has_whole = whole.takes_containers() && !finest.takes_containers();
    const auto lacks = [&](int more) {
        std::string out = finest.why_not_cabled(more * room.step());
        if (!out.empty() && has_whole && whole.why_not_cabled(more * room.step()).empty()) out.clear();
        return out;
    };
    std::string why = lacks(steps);
    if (why.empty()) return {most};
    int within = 0, over = steps; // in steps beyond the drawn ones
    while (over - within > 1 && !stop.stop_requested()) {
        const int middle = within + (over - within) / 2;
        if (std::string here = lacks(middle); here.empty())
            within = middle;
        else
            over = middle, why = std::move(here);
    }
    // Other numbers of switches may divide the cables of more racks.
    constexpr int most_passed = 8;
    for (int more = over + 1, passed = 0; more < steps && passed < most_passed && !stop.stop_requested();
         ++more, ++passed) {
        if (std::string here = lacks(more); here.empty())
            within = more, passed = 0, why.clear();
        else if (why.empty())
            why = std::move(here);
    }
    if (why.empty()) why = lacks(within + 1);
    return {room.drawn() + within * room.step(), std::move(why)};
}

} // namespace roofrack
