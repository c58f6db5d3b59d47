// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <fmt/format.h>

namespace roofrack::test {

/// A rail-optimised fat tree of PCIe servers of 8 H100 with two NICs: pods of 25 racks (24 of nine servers,
/// one of eight: 224 servers), in each pod one chassis switch a rail, above them the spines; feeds at every
/// rack, fan walls in every pod. 56 pods are 1,400 racks, 12,544 servers and 100,352 GPUs.
struct LargeDrawing {
    int pods = 56;
    int racks = 25;       ///< in a pod; the last one holds a server less
    int spine_groups = 8; ///< drawn spine elements of seven switches each
    int pods_a_line = 8;
};

namespace large_drawing {

inline Element& add(Cluster& cluster, ElementKind kind, std::string id, std::string name,
                    const std::string& parent, const char* part, int count) {
    Element element;
    element.id = std::move(id);
    element.kind = kind;
    element.name = std::move(name);
    element.parent = parent;
    element.part.id = part;
    element.count = count;
    cluster.elements.push_back(std::move(element));
    return cluster.elements.back();
}

inline void join(Cluster& cluster, const std::string& from, const std::string& to, LinkPattern pattern,
                 int count) {
    Link link;
    link.id = fmt::format("{}--{}", from, to);
    link.from = from;
    link.to = to;
    link.pattern = pattern;
    link.count = count;
    cluster.links.push_back(std::move(link));
}

// The pitch of racks with their feeds below, in canvas units: a rack is 112 × 208 with two lines of text
// below.
inline constexpr double rack_step = 208, rack_line = 360, pod_top = 152, pod_edge = 32;
inline constexpr int racks_a_line = 13;

/// Canvas units from one pod to the next.
inline constexpr Position pod_pitch{racks_a_line * rack_step + 2 * pod_edge + 96,
                                    pod_top + 2 * rack_line + 2 * pod_edge + 96};

inline Position rack_place(Position pod, int rack) {
    const int line = rack / racks_a_line, column = rack % racks_a_line;
    return {pod.x + pod_edge + 24 + column * rack_step, pod.y + pod_top + line * rack_line};
}

/// 4.6 kW a server and 32.8 kW a feed: three feeds carry nine servers with one of them lost.
inline constexpr int feeds_a_rack = 3;
/// 500 kW a fan wall, 1.03 MW a pod: three carry it, the fourth is to spare.
inline constexpr int fan_walls_a_pod = 4;
/// 224 uplinks of a chassis on 56 spines.
inline constexpr int cables_a_spine = 4, spines_a_group = 7;

inline void add_rack(Cluster& cluster, const std::string& pod, const std::string& suffix,
                     const std::string& name, Position place, int racks, int servers) {
    const std::string rack = "rack-" + suffix, server = "server-" + suffix, feed = "feed-" + suffix;
    add(cluster, ElementKind::rack, rack, "Rack " + name, pod, "rack-48u", racks).position = place;
    add(cluster, ElementKind::server, server, "8 × H100 PCIe", rack, "pcie-8xh100", servers);
    add(cluster, ElementKind::feed, feed, "Feed " + name, pod, "feed-415v-60a", feeds_a_rack * racks)
        .position = {place.x, place.y + 272};
    join(cluster, feed, rack, LinkPattern::each, 1);
}

inline void add_pod(Cluster& cluster, const std::string& suffix, const std::string& name, Position place,
                    int pods) {
    const std::string pod = "pod-" + suffix;
    add(cluster, ElementKind::pod, pod, name.empty() ? "Pod" : "Pod " + name, "", "", pods).position = place;
    for (const char* rail : {"a", "b"})
        add(cluster, ElementKind::switch_, fmt::format("leaf-{}{}", suffix, rail),
            fmt::format("Leaf {}{}", name, rail), pod, "arista-7800r3", 1)
            .position = {place.x + (*rail == 'a' ? 760 : 1640), place.y + 56};
    Element& air =
        add(cluster, ElementKind::cooling, "air-" + suffix, name.empty() ? "Fan walls" : "Fan walls " + name,
            pod, "fan-wall-500kw", fan_walls_a_pod);
    air.position = {place.x + pod_edge + 24, place.y + 56};
    air.supply = Celsius(22);
    join(cluster, air.id, pod, LinkPattern::each, 1);
}

inline void join_rails(Cluster& cluster, const std::string& pod, const std::string& rack) {
    for (const char* rail : {"a", "b"})
        join(cluster, "server-" + rack, fmt::format("leaf-{}{}", pod, rail), LinkPattern::each, 1);
}

inline void add_top(Cluster& cluster, const LargeDrawing& drawing, bool separate) {
    const int groups = separate ? drawing.spine_groups : 1;
    const double width = drawing.pods_a_line * pod_pitch.x;
    for (int i = 0; i < groups; ++i)
        add(cluster, ElementKind::switch_, fmt::format("spine-{}", i + 1), fmt::format("Spine {}", i + 1), "",
            "arista-7800r3", spines_a_group * drawing.spine_groups / groups)
            .position = {(separate ? width : pod_pitch.x) * (i + 0.5) / groups, -480};
    add(cluster, ElementKind::storage, "storage", "Storage", "", "parallel-fs-10pb", 4).position = {-480, 0};
    cluster.waivers.push_back({"storage-unlinked", {"storage"}, "The storage network is not drawn."});
}

} // namespace large_drawing

/// Every pod, rack, feed and leaf an element of its own.
inline Cluster separate_racks(const LargeDrawing& drawing = {}) {
    using namespace large_drawing;
    Cluster cluster;
    add_top(cluster, drawing, true);
    for (int p = 0; p < drawing.pods; ++p) {
        const std::string pod = std::to_string(p + 1);
        const int line = p / drawing.pods_a_line, column = p % drawing.pods_a_line;
        const Position place{column * pod_pitch.x, line * pod_pitch.y};
        add_pod(cluster, pod, pod, place, 1);
        for (int r = 0; r < drawing.racks; ++r) {
            const std::string rack = fmt::format("{}-{}", pod, r + 1);
            add_rack(cluster, "pod-" + pod, rack, fmt::format("{}.{}", pod, r + 1), rack_place(place, r), 1,
                     r + 1 < drawing.racks ? 9 : 8);
            join_rails(cluster, pod, rack);
        }
        for (int s = 0; s < drawing.spine_groups; ++s)
            for (const char* rail : {"a", "b"})
                join(cluster, fmt::format("leaf-{}{}", pod, rail), fmt::format("spine-{}", s + 1),
                     LinkPattern::mesh, cables_a_spine);
    }
    return cluster;
}

/// The cluster of separate_racks() with counts in the place of copies.
inline Cluster multiplied_racks(const LargeDrawing& drawing = {}) {
    using namespace large_drawing;
    Cluster cluster;
    add_top(cluster, drawing, false);
    add_pod(cluster, "1", "", {0, 0}, drawing.pods);
    add_rack(cluster, "pod-1", "9", "of 9", rack_place({0, 0}, 0), drawing.racks - 1, 9);
    add_rack(cluster, "pod-1", "8", "of 8", rack_place({0, 0}, 2), 1, 8);
    for (const char* rack : {"9", "8"}) join_rails(cluster, "1", rack);
    for (const char* rail : {"a", "b"})
        join(cluster, fmt::format("leaf-1{}", rail), "spine-1", LinkPattern::mesh, cables_a_spine);
    return cluster;
}

/// Llama 3 405B on the drawing.
inline Scenario large_scenario(Cluster cluster) {
    Scenario scenario;
    scenario.name = "Baseline";
    scenario.cluster = std::move(cluster);
    scenario.workload.model = "llama3-405b";
    scenario.workload.sequence = 8192;
    scenario.workload.global_batch = 12544;
    scenario.plan.tp = 8;
    scenario.plan.pp = 14;
    scenario.plan.vpp = 3;
    scenario.plan.cp = 2;
    scenario.plan.zero = 1;
    scenario.plan.software = "megatron-core";
    return scenario;
}

inline Project large_project(Cluster cluster) {
    Project project;
    project.name = "1,400 racks";
    project.scenarios.push_back(large_scenario(std::move(cluster)));
    return project;
}

} // namespace roofrack::test
