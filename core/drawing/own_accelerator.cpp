// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/own_accelerator.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"

#include <array>

namespace roofrack {

std::span<const AcceleratorFigure> accelerator_figures() {
    static constexpr std::array<AcceleratorFigure, 10> all{{
        {"gpu_dense_fp32", "dense_fp32"},
        {"gpu_dense_tf32", "dense_tf32"},
        {"gpu_dense_bf16", "dense_bf16"},
        {"gpu_dense_fp8", "dense_fp8"},
        {"gpu_dense_fp4", "dense_fp4"},
        {"gpu_hbm_capacity", "hbm_capacity"},
        {"gpu_hbm_rate", "hbm_rate"},
        {"gpu_scale_up_rate", "scale_up_rate"},
        {"gpu_tdp", "tdp"},
        {"gpu_idle", "idle"},
    }};
    return all;
}

const Part* named_accelerator(const Part& server, const Catalog& catalog) {
    const std::string_view name = server.text_or("accelerator", "");
    if (server.own_accelerator && server.own_accelerator->id == name) return server.own_accelerator.get();
    return catalog.part(PartKind::accelerator, name);
}

bool accelerators_mount_alike(const Part& server, const Part& other, const Catalog& catalog) {
    const Part* const one = named_accelerator(server, catalog);
    const Part* const another = named_accelerator(other, catalog);
    return one && another && mounts_alike(*one, *another);
}

Part with_server_figures(const Part& accelerator, const Part& server) {
    Part out = accelerator;
    for (const AcceleratorFigure& figure : accelerator_figures())
        if (const auto own = server.figures.find(figure.server_key);
            own != server.figures.end() && own->second.value)
            out.figures[std::string(figure.accelerator_key)] = own->second;
    // The catalogue's limit of the scale-up domain is that of the part as sold.
    if (const auto domain = server.value("scale_up_domain"))
        if (server.value("gpu_scale_up_rate") && out.value_or("scale_up_domain_max", *domain) < *domain)
            out.figures.erase("scale_up_domain_max");
    return out;
}

std::optional<Part> accelerator_of(const Part& server, const Catalog& catalog) {
    const Part* const known = named_accelerator(server, catalog);
    if (!known) return std::nullopt;
    return with_server_figures(*known, server);
}

} // namespace roofrack
