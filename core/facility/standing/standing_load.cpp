// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/standing/standing_load.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/drawn_parts.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

bool has_gpus(const Cluster& cluster, const Catalog& catalog) {
    return std::ranges::any_of(cluster.elements, [&](const Element& element) {
        const Part* part = element.kind == ElementKind::server ? drawn_part(element, catalog) : nullptr;
        return part && element.count > 0 && part->value_or("gpus", 0) > 0;
    });
}

} // namespace

std::string name_of(StandingLoad load) {
    return load.share >= 1 ? "nameplate" : load.share <= 0 ? "idle" : fmt::format("{:.3g}", load.share);
}

std::string text_of(StandingLoad load) {
    if (load.share >= 1) return "at nameplate";
    if (load.share <= 0) return "idle";
    return fmt::format("at {:.3g} % of the way from idle to nameplate", 100 * load.share);
}

std::string brief_of(StandingLoad load) {
    return load.share >= 1 || load.share <= 0 ? text_of(load)
                                              : fmt::format("at {:.3g} % load", 100 * load.share);
}

Result<StandingLoad> parse_standing_load(std::string_view text, std::string_view where) {
    if (text == "nameplate") return StandingLoad{1};
    if (text == "idle") return StandingLoad{0};
    const auto share = parse_quantity(text, Dimension::number, where);
    if (share && *share >= 0 && *share <= 1) return StandingLoad{*share};
    return fail(std::string(where), fmt::format("'{}' is no load of the drawn equipment", text),
                "give nameplate, idle, or a share from 0 (idle) to 1 (nameplate)");
}

StandingLoad standing_load_of(const Site& site) { return {site.room.standing_load.value_or(1)}; }

Result<Facility> standing_facility(const Cluster& cluster, const Site& site, const Catalog& catalog,
                                   StandingLoad load) {
    if (has_sold(cluster)) {
        Cluster kept = cluster;
        set_sold_aside(kept);
        return standing_facility(kept, site, catalog, load);
    }
    Fabric drawn;
    if (has_gpus(cluster, catalog)) {
        auto read = fabric(cluster, catalog);
        if (!read) return tl::unexpected(std::move(read.error()));
        drawn = std::move(*read);
    }
    const auto prepared = Facility::prepare(cluster, site, drawn, catalog);
    if (!prepared) return tl::unexpected(prepared.error());
    FacilityInputs inputs = prepared->inputs();
    for (RackModel& rack : inputs.racks)
        for (ServerModel& server : rack.servers) server.stand(load.share);
    inputs.classes = RackClasses::of(inputs.racks, inputs.group_gpus.size());
    inputs.all_work = RackSets::all(inputs.classes);
    return Facility::of(std::move(inputs));
}

} // namespace roofrack
