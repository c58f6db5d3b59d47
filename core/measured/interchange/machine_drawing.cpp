// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/interchange/machine_drawing.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/units/saturated.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/network/fabric.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/templates/templates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// |ln a/b|; what is not given on either side is a mild objection.
double distance(double wanted, double found) {
    if (wanted <= 0) return 0;
    return found > 0 ? std::abs(std::log(wanted / found)) : 1;
}

/// How far a server is from the figures. Arithmetic and memory tell the GPU, the rest tells servers of one
/// GPU apart.
double distance(const MachineFigures& figures, const Part& server, const Part& gpu) {
    const double gpus = server.value_or("gpus", 0);
    return distance(figures.dense_bf16, gpu.value_or("dense_bf16", 0)) +
           distance(figures.hbm_rate, gpu.value_or("hbm_rate", 0)) +
           distance(figures.hbm_capacity, gpu.value_or("hbm_capacity", 0)) +
           0.5 * distance(figures.dense_fp8, gpu.value_or("dense_fp8", 0)) +
           0.3 * distance(figures.scale_up_rate, gpu.value_or("scale_up_rate", 0)) +
           0.3 * distance(figures.domain, server.value_or("scale_up_domain", gpus)) +
           0.2 * distance(figures.scale_out_rate,
                          server.value_or("nics", 0) * server.value_or("nic_rate", 0) / gpus);
}

const Part* nearest_server(const MachineFigures& figures, const Catalog& catalog) {
    const Part* best = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Part& server : catalog.parts()) {
        if (server.kind != PartKind::server || server.value_or("gpus", 0) < 1 ||
            server.value_or("nics", 0) < 1)
            continue;
        const Part* gpu = named_accelerator(server, catalog);
        if (!gpu || gpu->text_or("scale_up", "") == "ici") continue; // a torus has no switches to draw
        if (const double d = distance(figures, server, *gpu); d < least) {
            least = d;
            best = &server;
        }
    }
    return best;
}

int largest_divisor(int number, int most) {
    for (int d = std::min(number, most); d > 1; --d)
        if (number % d == 0) return d;
    return 1;
}

/// The server of the drawing: the base with every figure that differs.
PartRef own_server(const Part& base, const MachineFigures& figures, int gpus, double domain,
                   const Catalog& catalog) {
    Part part = base;
    bool own = false;
    const auto set = [&](const char* key, double value, double known) {
        if (value <= 0 || same(value, known)) return;
        part.figures[key] = {value, Status::judgement, "this project", {}};
        own = true;
    };
    const Part gpu = *accelerator_of(base, catalog);
    set("gpus", gpus, base.value_or("gpus", 0));
    set("scale_up_domain", domain, base.value_or("scale_up_domain", base.value_or("gpus", 0)));
    set("gpu_dense_bf16", figures.dense_bf16, gpu.value_or("dense_bf16", 0));
    set("gpu_dense_fp8", figures.dense_fp8, gpu.value_or("dense_fp8", 0));
    set("gpu_dense_fp32", figures.dense_fp32, gpu.value_or("dense_fp32", 0));
    set("gpu_hbm_capacity", figures.hbm_capacity, gpu.value_or("hbm_capacity", 0));
    set("gpu_hbm_rate", figures.hbm_rate, gpu.value_or("hbm_rate", 0));
    if (domain > gpu.value_or("scale_up_domain_max", domain)) // lifts the limit of the part as sold
        part.figures["gpu_scale_up_rate"] = {figures.scale_up_rate, Status::judgement, "this project", {}};
    else
        set("gpu_scale_up_rate", figures.scale_up_rate, gpu.value_or("scale_up_rate", 0));
    set("host_link_rate", figures.host_link_rate, base.value_or("host_link_rate", 0));
    if (figures.scale_out_rate > 0)
        set("nic_rate", figures.scale_out_rate * gpus / base.value_or("nics", 1),
            base.value_or("nic_rate", 0));
    PartRef ref{base.id, std::nullopt, {}};
    if (own) {
        part.name = base.name + ", own figures";
        settle_inherited(part, base);
        ref.inline_part = std::move(part);
        ref.base = base.id;
    }
    return ref;
}

/// Cables as fast as the figures ask: the servers' by their NICs, the switches' in proportion.
void set_cables(Cluster& cluster, double nic_rate, double base_rate) {
    for (Link& link : cluster.links) {
        const Element* from = cluster.find(link.from);
        const Element* to = cluster.find(link.to);
        if (!from || !to || to->kind != ElementKind::switch_) continue;
        if (from->kind == ElementKind::server)
            link.bandwidth = ByteRate(nic_rate);
        else if (from->kind == ElementKind::switch_ && link.bandwidth && base_rate > 0)
            link.bandwidth = *link.bandwidth * (nic_rate / base_rate);
    }
}

} // namespace

Result<MachineFigures> machine_figures(const Cluster& cluster, const Catalog& catalog) {
    const auto network = fabric(cluster, catalog);
    if (!network) return tl::unexpected(network.error());
    const Element* server = cluster.find(network->groups.front().element);
    const Part* part = server ? drawn_part(*server, catalog) : nullptr;
    const auto gpu = part ? accelerator_of(*part, catalog) : std::nullopt;
    if (!gpu)
        return fail(network->groups.front().element, "the catalogue does not know its accelerator",
                    "choose another server");
    MachineFigures out;
    out.dense_bf16 = gpu->value_or("dense_bf16", 0);
    out.dense_fp8 = gpu->value_or("dense_fp8", 0);
    out.dense_fp32 = gpu->value_or("dense_fp32", 0);
    out.hbm_capacity = gpu->value_or("hbm_capacity", 0);
    out.hbm_rate = gpu->value_or("hbm_rate", 0);
    out.host_link_rate = part->value_or("host_link_rate", 0);
    out.domain = network->scale_up_domain;
    const FabricLevel& inner = network->levels.front();
    if (out.domain > 1) out.scale_up_rate = inner.inside.si();
    if (out.domain < network->gpus) {
        out.scale_out_rate = out.outer_rate = inner.egress.si();
        for (size_t i = 1; i + 1 < network->levels.size(); ++i)
            out.outer_rate = std::min(out.outer_rate, network->levels[i].egress.si());
    }
    return out;
}

Result<Project> draw_machine(const MachineFigures& figures, int gpus, const std::string& server,
                             const Catalog& catalog, const std::string& where,
                             std::vector<Diagnostic>& warnings) {
    const Part* base = server.empty() ? nullptr : catalog.part(PartKind::server, server);
    if (!base || base->value_or("nics", 0) < 1 || !accelerator_of(*base, catalog))
        base = nearest_server(figures, catalog);
    if (!base) return fail(where, "the catalogue has no server to draw", "add a server with GPUs and NICs");

    const int sold = saturated<int>(base->value_or("gpus", 1));
    int domain = saturated<int>(std::clamp(figures.domain, 1.0, static_cast<double>(gpus)));
    if (gpus % domain != 0) {
        const int whole = largest_divisor(gpus, domain);
        warnings.push_back({where,
                            fmt::format("{} processors do not fill scale-up domains of {}", gpus, domain),
                            fmt::format("drawn with domains of {}", whole)});
        domain = whole;
    }
    // A domain wider than the server spans servers of one rack, where that divides.
    int per_server = domain;
    if (domain > sold && domain % sold == 0) per_server = sold;
    if (domain == 1) per_server = largest_divisor(gpus, sold);
    const int servers = gpus / per_server;

    TemplateSettings settings{{"server", base->id}, {"servers", fmt::format("{}", servers)}};
    if (domain > per_server) settings["servers_per_rack"] = fmt::format("{}", domain / per_server);
    if (figures.outer_rate > 0 && figures.scale_out_rate > figures.outer_rate * (1 + 1e-9))
        settings["oversubscription"] = fmt::format("{:.6g}", figures.scale_out_rate / figures.outer_rate);
    auto project = make_template("fat-tree", settings, catalog);
    if (!project)
        return fail(where, "no fat tree can be drawn: " + project.error().what, project.error().fix);

    Cluster& cluster = project->scenarios.front().cluster;
    for (Element& element : cluster.elements)
        if (element.kind == ElementKind::server) {
            element.part = own_server(*base, figures, per_server, domain, catalog);
            if (element.part.inline_part) element.name = element.part.inline_part->name;
        }
    const double nics = base->value_or("nics", 1);
    const double nic_rate = figures.scale_out_rate * per_server / nics;
    if (figures.scale_out_rate > 0 && !same(nic_rate, base->value_or("nic_rate", 0)))
        set_cables(cluster, nic_rate, base->value_or("nic_rate", 0));

    const auto drawn = machine_figures(cluster, catalog);
    if (!drawn) return tl::unexpected(drawn.error());
    const auto check = [&](const char* what, double wanted, double is) {
        if (wanted > 0 && std::abs(is / wanted - 1) > 1e-3)
            warnings.push_back({where,
                                fmt::format("the drawing has a {} of {}, not {}", what,
                                            format_quantity(is, Dimension::byte_rate),
                                            format_quantity(wanted, Dimension::byte_rate)),
                                "set it in the drawing"});
    };
    if (domain > 1) check("scale-up bandwidth", figures.scale_up_rate, drawn->scale_up_rate);
    if (domain < gpus) {
        check("NIC bandwidth a GPU", figures.scale_out_rate, drawn->scale_out_rate);
        check("bandwidth a GPU above the leafs", figures.outer_rate, drawn->outer_rate);
    }
    return project;
}

} // namespace roofrack
