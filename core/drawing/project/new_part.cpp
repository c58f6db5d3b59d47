// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/new_part.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/missing.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/part_reader.h"

#include <array>
#include <fmt/format.h>
#include <tuple>

namespace roofrack {

namespace {

/// The project's own by id or name, or the catalogue's; where there is none, why.
Result<PartRef> ref_named(const Scenario& scenario, const Catalog& catalog, PartKind kind,
                          const std::string& name, const char* where) {
    for (const PartRef& own : scenario.parts)
        if (own.inline_part && own.inline_part->kind == kind &&
            (own.id == name || own.inline_part->name == name))
            return own;
    if (const Part* part = catalog.part(kind, name)) return PartRef{part->id, {}, {}, {}};
    const Diagnostic why = no_part(catalog, kind, name);
    return fail(where, why.what, why.fix);
}

/// A part without figures, or derived from `base`, with its name.
PartRef started(const Scenario& scenario, const Catalog& catalog, PartKind kind, const std::string& name,
                const std::optional<PartRef>& base) {
    PartRef made = new_own_part(scenario, catalog, kind, name);
    if (!base) return made;
    const std::string id = made.id, title = made.inline_part->name;
    made.base = base->id;
    if (base->inline_part) made.own_base = SharedValue<PartRef>(*base);
    made.inline_part = *base_of(made, catalog);
    made.inline_part->id = id;
    made.inline_part->name = title;
    return made;
}

Result<Scenario> added(const Scenario& scenario, const Catalog& catalog, PartRef& made) {
    auto out = with_own_part(scenario, catalog, {}, made);
    if (!out) return out;
    for (const PartRef& part : out->parts)
        if (part.id == made.id) made = part;
    return out;
}

} // namespace

Result<MadePart> make_part(const Scenario& scenario, const Catalog& catalog, const NewPart& asked) {
    if (asked.name.empty()) return fail("name", "the part has no name", "give it one");
    for (const PartRef& own : scenario.parts)
        if (own.inline_part && own.inline_part->kind == asked.kind && own.inline_part->name == asked.name)
            return fail("name", fmt::format("another part is called '{}'", asked.name), "give another name");
    std::optional<PartRef> base;
    if (!asked.base.empty()) {
        auto named = ref_named(scenario, catalog, asked.kind, asked.base, "base");
        if (!named) return tl::unexpected(named.error());
        base = std::move(*named);
    }
    MadePart out;
    out.part = started(scenario, catalog, asked.kind, asked.name, base);
    Part& part = *out.part.inline_part;
    if (asked.kind == PartKind::server && !asked.accelerator.empty()) {
        const auto gpu =
            ref_named(scenario, catalog, PartKind::accelerator, asked.accelerator, "accelerator");
        if (!gpu) return tl::unexpected(gpu.error());
        part.text["accelerator"] = gpu->id;
    }
    for (const auto& [key, value] : asked.figures) part.figures[key] = project_figure(value);
    auto with_part = added(scenario, catalog, out.part);
    if (!with_part) return tl::unexpected(with_part.error());
    out.scenario = std::move(*with_part);
    if (asked.kind != PartKind::accelerator || asked.server_like.empty()) return out;

    const auto like = ref_named(out.scenario, catalog, PartKind::server, asked.server_like, "server");
    if (!like) return tl::unexpected(like.error());
    const Part* const shape = part_named(out.scenario, catalog, PartKind::server, like->id);
    const double gpus = asked.server_gpus.value_or(shape ? shape->value_or("gpus", 8) : 8);
    PartRef server =
        started(out.scenario, catalog, PartKind::server,
                fmt::format("{} server, {:g} GPU{}", asked.name, gpus, gpus == 1 ? "" : "s"), *like);
    server.inline_part->text["accelerator"] = out.part.id;
    if (asked.server_gpus) server.inline_part->figures["gpus"] = project_figure(gpus);
    auto with_server = added(out.scenario, catalog, server);
    if (!with_server) return tl::unexpected(with_server.error());
    out.scenario = std::move(*with_server);
    out.server = std::move(server);
    return out;
}

std::span<const std::string_view> form_figures(PartKind kind) {
    using Keys = std::string_view;
    static constexpr std::array accelerator{Keys("dense_bf16"), Keys("dense_fp8"),     Keys("hbm_capacity"),
                                            Keys("hbm_rate"),   Keys("scale_up_rate"), Keys("tdp"),
                                            Keys("price")};
    static constexpr std::array server{Keys("gpus"),      Keys("nics"),     Keys("nic_rate"),
                                       Keys("max_power"), Keys("height_u"), Keys("price")};
    static constexpr std::array switch_part{Keys("ports"), Keys("port_rate"), Keys("max_power"),
                                            Keys("price")};
    static constexpr std::array nic{Keys("rate"), Keys("power"), Keys("price")};
    static constexpr std::array cable{Keys("rate"), Keys("length_max"), Keys("power_per_end"), Keys("price")};
    static constexpr std::array storage{Keys("capacity"), Keys("read_rate"), Keys("write_rate"),
                                        Keys("power"), Keys("price")};
    static constexpr std::array rack{Keys("height_u"), Keys("power_max"), Keys("price")};
    static constexpr std::array cooling{Keys("capacity"), Keys("own_power"), Keys("price")};
    static constexpr std::array feed{Keys("apparent_power"), Keys("voltage"), Keys("current"), Keys("phases"),
                                     Keys("price")};
    switch (kind) {
    case PartKind::accelerator: return accelerator;
    case PartKind::server: return server;
    case PartKind::switch_: return switch_part;
    case PartKind::nic: return nic;
    case PartKind::cable: return cable;
    case PartKind::storage: return storage;
    case PartKind::rack: return rack;
    case PartKind::cooling: return cooling;
    case PartKind::feed: break;
    }
    return feed;
}

const Part* usual_server(const Catalog& catalog, const Part& accelerator) {
    const Part* best = nullptr;
    const auto rank = [](const Part& server) {
        const double gpus = server.value_or("gpus", 0);
        return std::tuple(server.text_or("offer", "") != "cloud",
                          server.value_or("scale_up_domain", gpus) <= gpus,
                          server.value_or("nics", 0) >= gpus, gpus == 8);
    };
    for (const Part& server : catalog.parts())
        if (server.kind == PartKind::server && server.value_or("gpus", 0) > 0 &&
            catalog.part(PartKind::accelerator, server.text_or("accelerator", "")) == &accelerator &&
            (!best || rank(server) > rank(*best)))
            best = &server;
    return best;
}

} // namespace roofrack
