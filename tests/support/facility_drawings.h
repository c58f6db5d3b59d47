// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small drawings with power and cooling, and their facility.
#include "core/base/catalog/catalog.h"
#include "core/facility/facility.h"

#include <QtGlobal>
#include <functional>

namespace roofrack::test {

inline Element element(std::string id, ElementKind kind, std::string parent, int count,
                       std::string part = {}) {
    Element out;
    out.id = std::move(id);
    out.kind = kind;
    out.parent = std::move(parent);
    out.count = count;
    out.part.id = std::move(part);
    return out;
}

inline Link join(std::string from, std::string to) {
    Link out;
    out.id = from + "-" + to;
    out.from = std::move(from);
    out.to = std::move(to);
    return out;
}

inline Element cooling(std::string id, std::string parent, int count, std::string kind, double capacity,
                       double supply) {
    Element out = element(std::move(id), ElementKind::cooling, std::move(parent), count);
    Part part;
    part.id = "test-cooler";
    part.kind = PartKind::cooling;
    part.text["cooling"] = std::move(kind);
    part.figures["capacity"].value = capacity;
    out.part.inline_part = part;
    out.supply = Celsius(supply);
    return out;
}

/// Eight racks of four DGX H100 with three 415 V, 60 A feeds each and a room cooler: the SuperPOD unit of
/// NVIDIA's guide.
inline Cluster superpod(double supply = 24) {
    Cluster out;
    out.elements = {element("room", ElementKind::room, "", 1),
                    element("rack", ElementKind::rack, "room", 8),
                    element("dgx", ElementKind::server, "rack", 4, "dgx-h100"),
                    element("leaf", ElementKind::switch_, "room", 8, "qm9700"),
                    element("feed", ElementKind::feed, "rack", 3, "feed-415v-60a"),
                    cooling("crah", "room", 4, "crah", 103.9e3, supply)};
    out.links = {join("feed", "rack"), join("crah", "room")};
    return out;
}

/// Two GB200 NVL72 racks on one coolant distribution unit.
inline Cluster nvl72(double supply = 30, double capacity = 1e6) {
    Cluster out;
    out.elements = {element("rack", ElementKind::rack, "", 2),
                    element("nvl", ElementKind::server, "rack", 1, "gb200-nvl72"),
                    cooling("cdu", "", 1, "cdu", capacity, supply)};
    out.links = {join("cdu", "rack")};
    return out;
}

/// The groups of a drawing, without its network.
inline Fabric groups_of(const Cluster& cluster) {
    Fabric fabric;
    for (const Element& each : cluster.elements) {
        if (each.kind != ElementKind::server) continue;
        const Part& part =
            each.part.inline_part ? *each.part.inline_part : *Catalog::built_in().part(each.part.id);
        GpuGroup group;
        group.element = each.id;
        group.accelerator = part.text_or("accelerator", "");
        group.gpus_per_server = static_cast<int>(part.value_or("gpus", 0));
        group.servers = cluster.instances(each);
        group.gpus = group.servers * group.gpus_per_server;
        fabric.groups.push_back(group);
        fabric.gpus += group.gpus;
    }
    return fabric;
}

inline Facility prepared(const Cluster& cluster, const Site& site = {}) {
    auto facility = Facility::prepare(cluster, site, groups_of(cluster), Catalog::built_in());
    if (!facility) qFatal("%s", facility.error().text().c_str());
    return *facility;
}

inline PowerState full(const Cluster& cluster, const Site& site = {}, DutyCycle duty = {0.8, 0.2}) {
    return prepared(cluster, site).state(duty, groups_of(cluster).gpus);
}

inline void set_servers(Cluster& cluster, const std::function<void(Element&)>& change) {
    for (Element& each : cluster.elements)
        if (each.kind == ElementKind::server) change(each);
}

} // namespace roofrack::test
