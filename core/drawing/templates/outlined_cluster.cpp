// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/outlined_cluster.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/units/saturated.h"
#include "core/drawing/templates/templates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

SourcedValue outlined(double value) { return {value, Status::judgement, "this project", {}}; }

/// B/s a GPU that the part's NICs carry.
double network_of(const Part& server) {
    return server.value_or("nics", 0) * server.value_or("nic_rate", 0) /
           std::max(1.0, server.value_or("gpus", 1));
}

/// A part of the catalogue by its id alone.
PartRef drawn(const PartRef& server) { return server.base.empty() ? PartRef{server.id, {}, {}} : server; }

bool near(double a, double b) { return std::abs(a - b) <= 1e-3 * std::max(a, b); }

/// Largest divisor of the GPUs that is no larger than `most`.
int even_size(double gpus, int most) {
    int out = std::max(1, std::min(most, saturated<int>(gpus)));
    while (out > 1 && std::fmod(gpus, out) != 0) --out;
    return out;
}

class Outliner {
public:
    Outliner(const ClusterOutline& outline, const Catalog& catalog)
        : m_outline(outline)
        , m_catalog(catalog)
        , m_per_server(
              even_size(outline.gpus, outline.domain > 0 ? outline.domain : outline.gpus_per_server)) {}

    Result<OutlinedCluster> draw() {
        if (auto chosen = choose_server(); !chosen) return tl::unexpected(chosen.error());
        const double servers = m_outline.gpus / m_per_server;
        Result<Cluster> cluster = m_outline.axes > 0 ? torus()
                                  : servers <= 1     ? by("workstation", {})
                                                     : network(servers);
        if (!cluster) return tl::unexpected(cluster.error());
        for (Element& element : cluster->elements)
            if (element.kind == ElementKind::server) element.part = drawn(m_server);
        m_out.cluster = std::move(*cluster);
        return std::move(m_out);
    }

private:
    const Part& server() const { return *m_server.inline_part; }

    Result<Cluster> by(std::string_view name, const TemplateSettings& settings) const {
        return draw_template(name, settings, m_server, m_catalog);
    }

    Result<void> choose_server() {
        const Part* base = nullptr;
        std::array<bool, 4> best{};
        for (const Part& part : m_catalog.parts()) {
            if (part.kind != PartKind::server || part.text_or("accelerator", "") != m_outline.accelerator)
                continue;
            const double gpus = part.value_or("gpus", 0);
            const int whole = m_outline.domain > 0 ? m_outline.domain : m_outline.gpus_per_server;
            const std::array<bool, 4> fits{gpus == whole, gpus == m_per_server,
                                           part.text_or("network", "") == m_outline.network_kind,
                                           near(network_of(part), m_outline.network.si())};
            if (base && fits <= best) continue;
            base = &part;
            best = fits;
        }
        if (!base)
            return fail("", fmt::format("no server of the catalogue has the accelerator '{}'",
                                        m_outline.accelerator));
        m_server.id = base->id;
        m_server.inline_part = *base;
        change_server(*base);
        m_out.assumed.push_back(fmt::format("server = {}", server().name));
        return {};
    }

    /// GPUs, network and rate as outlined, the rest as of the part.
    void change_server(const Part& base) {
        Part& part = *m_server.inline_part;
        const double gpus = base.value_or("gpus", 0);
        const bool alone = m_outline.gpus <= m_per_server; // whose network nothing uses
        if (gpus != m_per_server) {
            part.figures["gpus"] = outlined(m_per_server);
            if (m_outline.axes == 0) part.figures["scale_up_domain"] = outlined(m_per_server);
        }
        const bool same_kind = base.text_or("network", "") == m_outline.network_kind;
        if (!alone && (!same_kind || !near(network_of(part), m_outline.network.si()))) {
            part.text["network"] = m_outline.network_kind;
            const double most = m_per_server;
            const double nics = std::clamp(base.value_or("nics", most), 1.0, most);
            part.figures["nics"] = outlined(nics);
            part.figures["nic_rate"] = outlined(m_outline.network.si() * m_per_server / nics);
        }
        if (part == base) return;
        settle_inherited(part, base);
        m_server.base = base.id;
        m_server.id = part.id = base.id + "-outlined";
        part.name = fmt::format("{} of {} GPUs", base.name, m_per_server);
    }

    Result<Cluster> torus() {
        const int slices = std::max(1, m_outline.slices);
        const auto dims = even_torus(saturated<int>(m_outline.gpus / slices), m_outline.axes);
        const std::string text = fmt::format("{}", fmt::join(dims, "x"));
        m_out.assumed.push_back("torus = " + text);
        Result<Cluster> out = by("torus", {{"dims", text}});
        if (!out || slices == 1) return out;
        for (Element& element : out->elements)
            if (element.kind == ElementKind::rack)
                element.parent = "slice";
            else if (element.kind == ElementKind::feed || element.kind == ElementKind::cooling)
                element.count = saturated<int>(static_cast<double>(element.count) * slices);
        Element slice;
        slice.id = "slice";
        slice.kind = ElementKind::pod;
        slice.name = "Slice";
        slice.count = slices;
        out->elements.insert(out->elements.begin(), slice);
        join(*out);
        return out;
    }

    Result<Cluster> network(double servers) {
        const int count = saturated<int>(servers);
        const bool racks = m_outline.domain > 0;
        Result<Cluster> out = racks
                                  ? by("nvl72-pods", {{"racks", std::to_string(count)},
                                                      {"racks_per_pod", std::to_string(even_size(count, 8))}})
                                  : by("fat-tree", {{"servers", std::to_string(count)}});
        m_out.assumed.emplace_back(racks ? "network = pods of racks, non-blocking"
                                         : "network = fat tree, non-blocking");
        if (out) return out;
        m_out.assumed.back() = "network = one non-blocking switch";
        // Racks alone, of one server each: what no template draws.
        Cluster cluster;
        Element rack;
        rack.id = "rack";
        rack.kind = ElementKind::rack;
        rack.name = "Rack";
        rack.count = count;
        Element element;
        element.id = "server";
        element.name = server().name;
        element.parent = rack.id;
        element.part = drawn(m_server);
        cluster.elements = {rack, element};
        join(cluster);
        return cluster;
    }

    /// One switch above all servers, three hops far.
    void join(Cluster& cluster) const {
        const double nics = std::max(1.0, server().value_or("nics", 1));
        Part part;
        part.id = "network";
        part.kind = PartKind::switch_;
        part.name = "Network as a whole";
        part.text["network"] = m_outline.network_kind;
        part.figures["ports"] = outlined(nics * m_outline.gpus / m_per_server);
        part.figures["port_rate"] = outlined(server().value_or("nic_rate", m_outline.network.si()));
        const auto& constants = m_catalog.defaults().topology;
        const bool ethernet = m_outline.network_kind != "infiniband";
        part.figures["latency"] =
            outlined(3 * (ethernet ? constants.switch_ethernet : constants.switch_infiniband).si());
        Element element;
        element.id = "network";
        element.kind = ElementKind::switch_;
        element.name = "Network";
        element.part.id = part.id;
        element.part.inline_part = std::move(part);
        element.tier = 1;
        cluster.elements.push_back(std::move(element));
        Link link;
        link.id = "server-network";
        link.from = "server";
        link.to = "network";
        link.count = saturated<int>(nics);
        cluster.links.push_back(std::move(link));
    }

    const ClusterOutline& m_outline;
    const Catalog& m_catalog;
    int m_per_server;
    PartRef m_server;
    OutlinedCluster m_out;
};

} // namespace

std::vector<int> even_torus(int chips, int axes) {
    std::vector<int> out;
    for (int left = axes; left > 1; --left) {
        const int most = saturated<int>(std::floor(std::pow(chips, 1.0 / left) + 1e-9));
        out.push_back(even_size(chips, most));
        chips /= out.back();
    }
    out.push_back(chips);
    return out;
}

Result<OutlinedCluster> outlined_cluster(const ClusterOutline& outline, const Catalog& catalog) {
    return Outliner(outline, catalog).draw();
}

} // namespace roofrack
