// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/large_drawing.h"

#include <algorithm>
#include <cmath>

namespace roofrack::test {

/// So many racks, each an element of its own with one server and one link to a switch: what a program writes
/// that knows no counts.
struct ManyRacks {
    int racks = 1000;
    int racks_a_leaf = 0;   ///< so many share a leaf, spines stand above the leaves; 0: one switch for all
    bool furnished = false; ///< with feeds and coolers, each linked to every rack of its leaf
    bool dense = false;     ///< hardly any room between neighbours: no line passes
    bool named = true;      ///< racks have a part, else only an id each
    bool placed = true;     ///< else all stand at the origin, and the program lays them out
};

namespace many_racks {

// Canvas units: a rack with its two lines of text, a leaf above its racks, feeds and coolers below them.
inline constexpr double rack_step = 176, dense_step = 120, rack_line = 272, leaf_room = 112, unit_room = 136;
inline constexpr int lines_a_leaf = 2;

inline double step_of(const ManyRacks& drawing) { return drawing.dense ? dense_step : rack_step; }

inline void add_rack(Cluster& cluster, const ManyRacks& drawing, int index, Position place,
                     const std::string& leaf) {
    using namespace large_drawing;
    const std::string number = std::to_string(index + 1);
    add(cluster, ElementKind::rack, "rack-" + number, drawing.named ? "Rack " + number : "", "",
        drawing.named ? "rack-48u" : "", 1)
        .position = place;
    add(cluster, ElementKind::server, "server-" + number, "8 × H100 PCIe", "rack-" + number, "pcie-8xh100",
        1);
    join(cluster, "server-" + number, leaf, LinkPattern::each, 1);
}

/// One feed and one cooler for every so many racks: 4.6 kW a server.
inline void furnish(Cluster& cluster, const std::string& leaf, Position place, int first, int last) {
    using namespace large_drawing;
    constexpr int racks_a_feed = 4, racks_a_cooler = 64;
    const int racks = last - first;
    const std::string feed = "feed-" + leaf, cooler = "air-" + leaf;
    add(cluster, ElementKind::feed, feed, "Feeds " + leaf, "", "feed-415v-60a",
        std::max(2, racks / racks_a_feed))
        .position = place;
    Element& air = add(cluster, ElementKind::cooling, cooler, "Fan walls " + leaf, "", "fan-wall-500kw",
                       std::max(2, racks / racks_a_cooler));
    air.position = {place.x + 3 * rack_step, place.y};
    air.supply = Celsius(22);
    for (int rack = first; rack < last; ++rack)
        for (const std::string& unit : {feed, cooler})
            join(cluster, unit, fmt::format("rack-{}", rack + 1), LinkPattern::each, 1);
}

inline void add_one_switch(Cluster& cluster, const ManyRacks& drawing) {
    const int a_line = static_cast<int>(std::ceil(std::sqrt(1.6 * drawing.racks)));
    const double step = step_of(drawing);
    large_drawing::add(cluster, ElementKind::switch_, "core", "Core", "", "arista-7800r3", 1).position = {
        a_line * step / 2, -3 * leaf_room};
    for (int rack = 0; rack < drawing.racks; ++rack) {
        const int line = rack / a_line, column = rack % a_line;
        add_rack(cluster, drawing, rack, {column * step, line * rack_line}, "core");
    }
    if (drawing.furnished)
        furnish(cluster, "core", {0, std::ceil(1.0 * drawing.racks / a_line) * rack_line}, 0, drawing.racks);
}

inline void add_leaves(Cluster& cluster, const ManyRacks& drawing) {
    using namespace large_drawing;
    const int leaves = (drawing.racks + drawing.racks_a_leaf - 1) / drawing.racks_a_leaf;
    const int a_line = (drawing.racks_a_leaf + lines_a_leaf - 1) / lines_a_leaf;
    const int leaves_a_line = std::max(1, static_cast<int>(std::sqrt(0.4 * leaves)));
    const double step = step_of(drawing);
    const Position pitch{(a_line + 1) * step, leaf_room + lines_a_leaf * rack_line + unit_room};
    add(cluster, ElementKind::switch_, "spine", "Spine", "", "arista-7800r3", 8).position = {
        leaves_a_line * pitch.x / 2, -3 * leaf_room};
    for (int i = 0; i < leaves; ++i) {
        const std::string leaf = fmt::format("leaf-{}", i + 1);
        const int leaf_line = i / leaves_a_line, leaf_column = i % leaves_a_line;
        const Position corner{leaf_column * pitch.x, leaf_line * pitch.y};
        add(cluster, ElementKind::switch_, leaf, fmt::format("Leaf {}", i + 1), "", "sn5600", 1).position = {
            corner.x + a_line * rack_step / 2, corner.y};
        join(cluster, leaf, "spine", LinkPattern::mesh, 1);
        const int first = i * drawing.racks_a_leaf,
                  last = std::min(first + drawing.racks_a_leaf, drawing.racks);
        for (int rack = first; rack < last; ++rack) {
            const int line = (rack - first) / a_line, column = (rack - first) % a_line;
            add_rack(cluster, drawing, rack,
                     {corner.x + column * step, corner.y + leaf_room + line * rack_line}, leaf);
        }
        if (drawing.furnished)
            furnish(cluster, leaf, {corner.x, corner.y + leaf_room + lines_a_leaf * rack_line}, first, last);
    }
}

} // namespace many_racks

inline Cluster cluster_of(const ManyRacks& drawing) {
    Cluster cluster;
    if (drawing.racks_a_leaf > 0)
        many_racks::add_leaves(cluster, drawing);
    else
        many_racks::add_one_switch(cluster, drawing);
    if (!drawing.placed)
        for (Element& element : cluster.elements) element.position = {};
    return cluster;
}

/// Llama 3 405B on all of them.
inline Project project_of(const ManyRacks& drawing) {
    Project project = large_project(cluster_of(drawing));
    project.name = fmt::format("{} racks", drawing.racks);
    Scenario& scenario = project.scenarios.front();
    scenario.plan.cp = 1;
    scenario.plan.pp = 4;
    scenario.plan.vpp = 1;
    scenario.workload.global_batch = drawing.racks;
    return project;
}

} // namespace roofrack::test
