// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/collectives/tested_fabric.h"

#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/element_index.h"
#include "core/drawing/network/level_share.h"
#include "core/drawing/own_accelerator.h"
#include "core/step/cost/bands/announced.h"
#include "core/step/engine/prepared.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <span>

namespace roofrack {

namespace {

void add_once(std::vector<std::string>& to, const std::string& name) {
    if (std::ranges::find(to, name) == to.end()) to.push_back(name);
}

void widen(TestedFabric& on, const Part& accelerator, std::span<const Part* const> drawn, double spread) {
    for (const AnnouncedFigure& figure : announced_figures(accelerator, {}, drawn, spread)) {
        if (figure.scales == AnnouncedFigure::Scales::scale_up)
            on.sigma_scale_up = std::max(on.sigma_scale_up, figure.sigma);
        if (figure.scales == AnnouncedFigure::Scales::scale_out)
            on.sigma_scale_out = std::max(on.sigma_scale_out, figure.sigma);
    }
}

} // namespace

double TestedFabric::domain() const {
    if (fabric.torus_level > 0) return fabric.levels[static_cast<size_t>(fabric.torus_level)].block_gpus;
    return fabric.scale_up_domain;
}

std::string TestedFabric::domain_name() const {
    if (domain() == host_gpus || fabric.levels.empty()) return "server";
    return fabric.levels[static_cast<size_t>(std::max(0, fabric.torus_level))].name;
}

TestedLibrary TestedFabric::library() const {
    TestedLibrary out;
    out.variant = variant;
    out.nvls = nvls;
    out.architecture = architecture;
    out.sigma_scale_up = sigma_scale_up;
    out.sigma_scale_out = sigma_scale_out;
    return out;
}

TestedGroup TestedFabric::group(const RankSet& ranks) const {
    return TestedGroup(fabric, ranks.ranks, ranks.stride, library());
}

std::string TestedFabric::limit_text(CollectiveLimit limit, const GroupPath& path) const {
    switch (limit) {
    case CollectiveLimit::latency: return "latency";
    case CollectiveLimit::switches: return "NVSwitch";
    case CollectiveLimit::library: return "the library";
    case CollectiveLimit::scale_up:
        if (path.link_class == LinkClass::pcie) return "PCIe";
        if (path.link_class == LinkClass::ici || path.torus_axes > 0) return "torus links";
        return nvls || fabric.levels.front().name == "NVLink domain" ? "NVLink" : "scale-up links";
    case CollectiveLimit::border: break;
    }
    // The NICs of a server, which farther levels may be held by, too.
    if (path.tightest_level == 0 && fabric.levels.front().binding_label == "NICs") return "NICs";
    return path.tightest_level < 0 ? "network"
                                   : border_name(fabric.levels, static_cast<size_t>(path.tightest_level));
}

Result<TestedFabric> tested_fabric(const Scenario& scenario, const Catalog& catalog) {
    auto fabric = fabric_of(scenario, catalog);
    if (!fabric) return tl::unexpected(fabric.error());
    TestedFabric out;
    out.fabric = std::move(*fabric);
    out.variant = scenario.calibration.network_variant;
    const ElementIndex index(scenario.cluster);
    const DrawnParts parts(scenario.cluster, catalog);
    std::vector<const Part*> drawn;
    for (size_t i = 0; i < scenario.cluster.elements.size(); ++i)
        if (const Part* part = parts.at(static_cast<int>(i));
            part && std::ranges::find(drawn, part) == drawn.end())
            drawn.push_back(part);
    std::map<std::string, double> gpus_of;
    std::map<const Part*, std::string> architectures; // architectures by the part of the server
    for (const GpuGroup& group : out.fabric.groups) {
        const int at = index.position(group.element);
        const Part* const server = at < 0 ? nullptr : parts.at(at);
        auto known = architectures.find(server);
        if (known == architectures.end()) {
            const std::optional<Part> gpu = server ? accelerator_of(*server, catalog) : std::nullopt;
            if (!gpu)
                return fail(group.element, fmt::format("unknown accelerator '{}'", group.accelerator),
                            "name a catalogue accelerator");
            add_once(out.accelerators, group.accelerator);
            add_once(out.gpu_names, gpu->name);
            out.nvls = (architectures.empty() || out.nvls) && reduces_in_switch(*gpu);
            const ByteRate host(server->value_or("host_link_rate", 0));
            out.host_link = architectures.empty() ? host : std::min(out.host_link, host);
            const double hosts = std::max(1.0, server->value_or("trays", 1));
            if (group.gpus_per_server == out.fabric.gpus_per_server)
                out.host_gpus = out.fabric.gpus_per_server / hosts;
            widen(out, *gpu, drawn, catalog.defaults().announced.spread);
            known = architectures.emplace(server, gpu->text_or("architecture", "")).first;
        }
        gpus_of[known->second] += group.gpus;
    }
    if (!gpus_of.empty())
        out.architecture =
            std::ranges::max_element(gpus_of, {}, [](const auto& each) { return each.second; })->first;
    return out;
}

std::vector<RankSet> usual_groups(const TestedFabric& on) {
    const Fabric& fabric = on.fabric;
    const double domain = on.domain(), all = fabric.gpus;
    const std::string block = on.domain_name();
    std::vector<RankSet> out;
    const auto add = [&](std::string name, double ranks, double stride) {
        if (ranks < 2 || (ranks - 1) * stride + 1 > all) return;
        const auto same = [&](const RankSet& other) {
            return other.ranks == ranks && other.stride == stride;
        };
        if (std::ranges::none_of(out, same)) out.push_back({std::move(name), ranks, stride});
    };
    if (on.host_gpus < domain) add("one host", on.host_gpus, 1);
    add("one " + block, std::min(domain, all), 1);
    add("two " + block + "s", 2 * domain, 1);
    const auto first = static_cast<size_t>(std::max(0, fabric.torus_level)) + 1;
    if (first + 1 < fabric.levels.size() && fabric.levels[first].block_gpus < all)
        add(fmt::format("one block of {}", fabric.levels[first].name), fabric.levels[first].block_gpus, 1);
    if (domain > 1) add("one GPU of each " + block, std::floor(all / domain), domain);
    add(fmt::format("all {} GPUs", format_count(all)), all, 1);
    return out;
}

Result<RankSet> group_of(const TestedFabric& on, double gpus, double per_domain) {
    const double domain = on.domain(), all = on.fabric.gpus;
    const double taken = per_domain > 0 ? per_domain : domain;
    if (taken > domain)
        return fail("",
                    fmt::format("a {} has {} GPUs, not {}", on.domain_name(), format_count(domain),
                                format_count(taken)),
                    "take fewer of each");
    const double stride = gpus <= taken ? 1 : std::max(1.0, std::floor(domain / taken));
    const double spanned = gpus <= taken ? gpus : std::ceil(gpus / taken) * domain;
    if (gpus < 2) return fail("", "one GPU has nobody to talk to", "take two GPUs or more");
    if (gpus > all || (per_domain > 0 && spanned > all))
        return fail("",
                    fmt::format("{} GPUs{} are asked for, {} are drawn", format_count(gpus),
                                per_domain > 0
                                    ? fmt::format(", {} of each {}", format_count(taken), on.domain_name())
                                    : "",
                                format_count(all)),
                    "take fewer, or draw more");
    std::string name = fmt::format("{} GPUs", format_count(gpus));
    if (per_domain > 0 && gpus > taken)
        name += fmt::format(", {} of each {}", format_count(taken), on.domain_name());
    return RankSet{std::move(name), gpus, stride};
}

} // namespace roofrack
