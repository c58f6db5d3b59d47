// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/prepare.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_power.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/port_power.h"
#include "core/facility/air.h"
#include "core/facility/prepare_cooling.h"
#include "core/facility/prepare_supply.h"

namespace roofrack {

namespace {

/// The text "role" of a part that is any IT equipment.
constexpr std::string_view equipment_role = "equipment";

double tdp_of(const Part& server, const Part& accelerator, double gpus, const Defaults::Power& constants) {
    if (const auto tdp = accelerator.value("tdp")) return *tdp;
    if (const auto power = server.value("max_power"); power && gpus > 0)
        return *power * constants.gpu_share_of_server / gpus;
    return constants.gpu_tdp;
}

/// The server element without its temperatures, which cooling decides.
ServerModel server_model(const Element& element, const Part& part, const Part* accelerator, double gpus,
                         const Defaults::Power& constants) {
    ServerModel model;
    model.gpus = gpus;
    model.air_share = std::clamp(part.value_or("air_heat_share", 1), 0.0, 1.0);
    if (!accelerator || gpus <= 0) {
        model.server = server_power(part, 0, {}, {}, constants);
        // Only the whole of equipment that no job runs on is known; where idle is not, it counts in full.
        if (part.text_or("role", "") == equipment_role) {
            model.standing = {part.value_or("typical_power", model.server.max_power), 0};
            model.server.idle_power = part.value_or("idle_power", model.server.max_power);
        }
        return model;
    }
    const double tdp = tdp_of(part, *accelerator, gpus, constants);
    model.law.knee = constants.knee;
    model.law.exponent = constants.exponent;
    model.law.leakage = constants.leakage;
    model.law.idle = accelerator->value_or("idle", constants.gpu_idle_share * tdp);
    model.idle_temperature = accelerator->value_or("idle_temperature", constants.gpu_idle.degrees());
    // A TDP is drawn at this junction; the leakage of hotter chips comes on top.
    const double rated_idle = idle_at(model.law, Celsius(model.idle_temperature), constants.rated_junction);
    model.law.dynamic = std::max(tdp - rated_idle, 0.1 * tdp);
    model.limit = accelerator->value_or("max_operating", constants.gpu_throttle.degrees());
    model.tdp = tdp;
    model.hold_to(element.gpu_power_cap ? element.gpu_power_cap->si() : tdp);
    const Watts busy(rated_idle + model.law.dynamic * constants.compute_utilisation);
    model.server = server_power(part, gpus, Watts(tdp), busy, constants);
    // Where the name plate leaves the GPUs less than their TDP, that holds them.
    if (const double left = model.server.left_for_gpus / gpus; left < model.cap * (1 - 1e-9)) {
        model.cap = std::max(left, 0.1 * tdp);
        model.software_cap = false;
    }
    return model;
}

/// A model of each rack, and of each server that stands in none.
void add_racks(Preparation& prep) {
    const Drawing& drawing = prep.drawing;
    for (int i = 0; i < static_cast<int>(drawing.cluster().elements.size()); ++i) {
        const ElementKind kind = drawing.at(i).kind;
        if (kind != ElementKind::rack && !(kind == ElementKind::server && drawing.rack_of(i) < 0)) continue;
        RackModel rack;
        rack.lowest_clock = prep.defaults.power.lowest_clock;
        rack.id = drawing.at(i).id;
        rack.name = drawing.at(i).name;
        rack.count = drawing.instances(i);
        const auto model = static_cast<int>(prep.rack_elements.size());
        prep.models[static_cast<size_t>(i)] = model;
        for (int outer = drawing.parent(i); outer >= 0; outer = drawing.parent(outer))
            prep.racks_inside[static_cast<size_t>(outer)].push_back(model);
        prep.inputs.racks.push_back(std::move(rack));
        prep.rack_elements.push_back(i);
    }
}

/// Models of servers by what they are made from: racks drawn one by one hold the same few.
class ServerModels {
public:
    explicit ServerModels(const Defaults::Power& constants)
        : m_constants(constants) {}
    const ServerModel& of(const Element& element, const Part& part, const Part* accelerator, double gpus) {
        const double cap = element.gpu_power_cap ? element.gpu_power_cap->si() : -1;
        const auto [found, added] = m_models.try_emplace({&part, accelerator, gpus, cap});
        if (added && accelerator) {
            const Part own = with_server_figures(*accelerator, part);
            found->second = server_model(element, part, &own, gpus, m_constants);
        } else if (added)
            found->second = server_model(element, part, nullptr, gpus, m_constants);
        return found->second;
    }

private:
    const Defaults::Power& m_constants;
    std::map<std::tuple<const Part*, const Part*, double, double>, ServerModel> m_models;
};

/// Numbers kinds of GPU at their drawn speed, in drawn order (ServerModel::pace).
class Paces {
public:
    int of(const Part& server, const Part& accelerator, double speed) {
        const auto [kind, added] = m_kind_of.try_emplace({&server, &accelerator}, m_kinds.size());
        if (added) {
            Part own = with_server_figures(accelerator, server);
            kind->second = static_cast<size_t>(std::ranges::find(m_kinds, own) - m_kinds.begin());
            if (kind->second == m_kinds.size()) m_kinds.push_back(std::move(own));
        }
        return m_paces.try_emplace({kind->second, speed}, static_cast<int>(m_paces.size())).first->second;
    }

private:
    std::map<std::pair<const Part*, const Part*>, size_t> m_kind_of; ///< by server and accelerator
    std::vector<Part> m_kinds;
    std::map<std::pair<size_t, double>, int> m_paces; ///< by kind and speed
};

Result<void> add_servers(Preparation& prep, const Fabric& fabric) {
    const Drawing& drawing = prep.drawing;
    std::unordered_map<std::string_view, int> groups;
    ServerModels models(prep.defaults.power);
    Paces paces;
    prep.inputs.group_paces.assign(fabric.groups.size(), 0);
    for (size_t g = 0; g < fabric.groups.size(); ++g) {
        groups.emplace(fabric.groups[g].element, static_cast<int>(g));
        prep.inputs.group_gpus.push_back(fabric.groups[g].gpus);
    }
    for (int i = 0; i < static_cast<int>(drawing.cluster().elements.size()); ++i) {
        const Element& element = drawing.at(i);
        if (element.kind != ElementKind::server) continue;
        const Part* part = drawing.part(i);
        if (!part)
            return fail(element.id, "the server's part '" + element.part.id + "' is not in the catalogue",
                        "choose a part of the catalogue or define one in the project");
        const auto group = groups.find(element.id);
        const Part* accelerator = nullptr;
        double gpus = 0;
        int pace = 0;
        if (group != groups.end()) {
            const GpuGroup& found = fabric.groups[static_cast<size_t>(group->second)];
            accelerator = part->own_accelerator && part->own_accelerator->id == found.accelerator
                              ? part->own_accelerator.get()
                              : drawing.part(found.accelerator);
            if (!accelerator)
                return fail(element.id, "the accelerator '" + found.accelerator + "' is not in the catalogue",
                            "name an accelerator of the catalogue in the server's part");
            gpus = found.gpus_per_server;
            pace = paces.of(*part, *accelerator, found.speed);
            prep.inputs.group_paces[static_cast<size_t>(group->second)] = pace;
        }
        ServerModel model = models.of(element, *part, accelerator, gpus);
        model.server.fan_max *= relative_air_density(prep.altitude); // at their speed they move less mass
        model.group = group == groups.end() ? -1 : group->second;
        model.pace = pace;
        const auto rack = static_cast<size_t>(prep.model_of(i));
        const int container = drawing.rack_of(i);
        model.per_rack = container < 0 ? 1 : drawing.instances(i, container);
        prep.servers.push_back({i, rack, prep.inputs.racks[rack].servers.size(), part, accelerator});
        prep.inputs.racks[rack].servers.push_back(model);
    }
    return {};
}

double cables(const Drawing& drawing, const Link& link, int from, int to) {
    const double a = drawing.instances(from), b = drawing.instances(to);
    switch (link.pattern) {
    case LinkPattern::each: return std::max(a, b) * link.count;
    case LinkPattern::rail: return a * link.count;
    case LinkPattern::mesh: {
        if (from == to) // each with every other of its container
            return a * (drawing.instances(from, drawing.parent(from)) - 1) / 2 * link.count;
        if (is_container(drawing.at(to).kind) && drawing.inside(from, to)) // containers with each other only
            return b * (drawing.instances(to, drawing.parent(to)) - 1) / 2 * link.count;
        int common = from;
        while (common >= 0 && !drawing.inside(to, common)) common = drawing.parent(common);
        return a * b / std::max(1.0, drawing.instances(common)) * link.count;
    }
    case LinkPattern::torus: break;
    }
    return a * static_cast<double>(std::max<size_t>(1, link.dims.size())) * link.count;
}

/// W at one end of a cable of this rate on `switch_part`: what the cable says; without a cable, optics if it
/// leaves the rack.
double end_power(const Drawing& drawing, const Link& link, const Part* switch_part,
                 std::optional<ByteRate> rate, bool leaves_rack, const Defaults::Power& constants) {
    if (const Part* cable = link.own_cable ? link.own_cable.get() : drawing.part(link.cable))
        if (const auto power = cable->value("power_per_end")) return *power;
    if (!leaves_rack || !switch_part) return 0;
    return optical_end_power(*switch_part, rate, constants);
}

/// Puts W into the rack it is drawn in, or beside all racks.
void place(Preparation& prep, int element, double total) {
    const int model = prep.model_of(element);
    if (model < 0) {
        prep.inputs.unracked_power += total;
        prep.unracked.push_back({element, total});
        prep.inputs.unracked_ids.push_back(prep.drawing.at(element).id);
    } else if (prep.inputs.racks[static_cast<size_t>(model)].count > 0)
        prep.inputs.racks[static_cast<size_t>(model)].fixed +=
            total / prep.inputs.racks[static_cast<size_t>(model)].count;
}

/// Network: P = P_typical on passive copper + the powered ends of its cables; both ends count.
void add_network(Preparation& prep, const Catalog& catalog) {
    const Drawing& drawing = prep.drawing;
    const Defaults::Power& constants = prep.defaults.power;
    const auto is_switch = [&](int i) { return i >= 0 && drawing.at(i).kind == ElementKind::switch_; };
    std::map<int, double> optics; // W of all instances of an element
    for (const Link& link : drawing.cluster().links) {
        const int from = drawing.find(link.from), to = drawing.find(link.to);
        if (from < 0 || to < 0 || (!is_switch(from) && !is_switch(to))) continue;
        const int rack = drawing.rack_of(from);
        const bool leaves = rack < 0 || rack != drawing.rack_of(to);
        const double count = cables(drawing, link, from, to);
        const auto rate = cable_rate(link, {drawing.at(from), drawing.part(from)},
                                     {drawing.at(to), drawing.part(to)}, catalog);
        for (const int end : {from, is_container(drawing.at(to).kind) ? from : to}) {
            const int port = is_switch(end) ? end : (end == from ? to : from);
            optics[end] += count * end_power(drawing, link, drawing.part(port), rate, leaves, constants);
        }
    }
    for (int i = 0; i < static_cast<int>(drawing.cluster().elements.size()); ++i) {
        const Element& element = drawing.at(i);
        double total = 0;
        if (const auto it = optics.find(i); it != optics.end()) total = it->second;
        if (element.kind == ElementKind::switch_) {
            const Part* part = drawing.part(i);
            const double instances = drawing.instances(i);
            const auto most = part ? part->value("max_power") : std::nullopt;
            const double typical =
                part ? part->value_or("typical_power", most.value_or(constants.switch_)) : constants.switch_;
            total += typical * instances;
            if (most) total = std::min(total, std::max(*most, typical) * instances);
        }
        if (total <= 0) continue;
        prep.inputs.network += total;
        place(prep, i, total);
    }
}

void add_storage(Preparation& prep) {
    const Drawing& drawing = prep.drawing;
    for (int i = 0; i < static_cast<int>(drawing.cluster().elements.size()); ++i) {
        if (drawing.at(i).kind != ElementKind::storage) continue;
        const double total = storage_power(drawing.part(i), prep.defaults.power) * drawing.instances(i);
        prep.inputs.storage += total;
        place(prep, i, total);
    }
}

} // namespace

FacilityDraft::FacilityDraft() = default;
FacilityDraft::FacilityDraft(FacilityDraft&&) noexcept = default;
FacilityDraft::~FacilityDraft() = default;

Result<FacilityDraft> FacilityDraft::make(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                          const Catalog& catalog, double gpu_power) {
    FacilityDraft draft;
    draft.m_inputs = std::make_unique<FacilityInputs>();
    FacilityInputs& inputs = *draft.m_inputs;
    const auto plant = plant_kind(site.plant);
    if (!plant) {
        std::string known;
        for (const PlantKind kind : plant_kinds())
            known += (known.empty() ? "" : ", ") + std::string(name_of(kind));
        return fail("/site/plant", "unknown cooling plant '" + site.plant + "'", "choose one of " + known);
    }
    const Defaults& defaults = catalog.defaults();
    inputs.defaults = &defaults;
    inputs.plant = {*plant, site.wet_bulb, site.dry_bulb, &defaults, {}, site.altitude_m};
    const Defaults::Cooling& cooling = defaults.cooling;
    inputs.air_transport = cooling.air_transport;
    inputs.liquid_transport = cooling.liquid_transport;
    inputs.least_air_transport = inputs.plant.constants().air_transport;
    inputs.air_water = cooling.air_supply - cooling.coil_approach;
    inputs.liquid_water = cooling.liquid_supply - cooling.liquid_to_liquid;
    inputs.fixed_pue = site.pue;
    inputs.altitude = site.altitude_m;
    inputs.supply_growth = site.supply_growth;
    if (site.power_limit) inputs.site_limit = site.power_limit->si();
    inputs.meter_window = site.grid.meter_window.value_or(defaults.power.windows.meter);

    draft.m_drawing = std::make_unique<Drawing>(cluster, catalog);
    draft.m_preparation = std::make_unique<Preparation>(*draft.m_drawing, defaults, inputs);
    Preparation& prep = *draft.m_preparation;
    prep.altitude = site.altitude_m;
    prep.frequency = site.grid.frequency;
    prep.models.assign(cluster.elements.size(), -1);
    prep.racks_inside.resize(cluster.elements.size());
    add_racks(prep);
    if (auto added = add_servers(prep, fabric); !added) return tl::unexpected(added.error());
    for (RackModel& rack : inputs.racks)
        for (ServerModel& server : rack.servers) server.law.dynamic *= gpu_power;
    add_network(prep, catalog);
    add_storage(prep);
    return draft;
}

Result<FacilityInputs> FacilityDraft::in_weather(Celsius dry_bulb, Celsius wet_bulb) const {
    FacilityInputs inputs = *m_inputs;
    inputs.plant.dry_bulb = dry_bulb;
    inputs.plant.wet_bulb = wet_bulb;
    Preparation prep = m_preparation->over(inputs);
    prepare_cooling(prep);
    if (auto fed = prepare_supply(prep); !fed) return tl::unexpected(fed.error());
    inputs.classes = RackClasses::of(inputs.racks, inputs.group_gpus.size());
    inputs.all_work = RackSets::all(inputs.classes);
    return inputs;
}

} // namespace roofrack
