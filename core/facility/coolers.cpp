// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/coolers.h"

#include <algorithm>
#include <map>

#include "core/facility/air.h"

namespace roofrack {

namespace {

std::vector<Cooler> drawn_coolers(const Preparation& prep, const std::vector<RackHeat>& heats) {
    std::vector<Cooler> coolers;
    for (int i = 0; i < static_cast<int>(prep.drawing.cluster().elements.size()); ++i) {
        const Element& element = prep.drawing.at(i);
        if (element.kind != ElementKind::cooling) continue;
        Cooler cooler;
        cooler.element = i;
        cooler.part = prep.drawing.part(i);
        cooler.kind = cooling_kind(cooler.part);
        cooler.instances = prep.drawing.instances(i);
        cooler.racks = prep.racks_served(i);
        if (cooler.part)
            if (const auto capacity = cooler.part->value("capacity"))
                cooler.capacity = *capacity * cooler.instances;
        for (const int r : cooler.racks)
            cooler.demand += prep.inputs.racks[static_cast<size_t>(r)].count *
                             heats[static_cast<size_t>(r)].of(cooler.takes_liquid());
        coolers.push_back(std::move(cooler));
    }
    return coolers;
}

/// CoolingUnits of one medium at one rack share its heat by what each may take of it.
void share_heat(std::vector<Cooler>& coolers, const FacilityInputs& inputs,
                const std::vector<RackHeat>& heats) {
    std::map<std::pair<Medium, int>, double> offered;
    const auto offer = [&](const Cooler& cooler, int rack) {
        const double capacity = cooler.capacity < no_limit ? cooler.capacity : cooler.instances;
        const double heat = heats[static_cast<size_t>(rack)].of(cooler.takes_liquid());
        return capacity * cooler.share_for(heat);
    };
    for (const Cooler& cooler : coolers)
        for (const int rack : cooler.racks) offered[{cooler.medium(), rack}] += offer(cooler, rack);
    for (Cooler& cooler : coolers)
        for (const int rack : cooler.racks) {
            const double all = offered[{cooler.medium(), rack}];
            cooler.shares.push_back(all > 0 ? offer(cooler, rack) / all : 0);
            cooler.taken += inputs.racks[static_cast<size_t>(rack)].count *
                            heats[static_cast<size_t>(rack)].of(cooler.takes_liquid()) * cooler.shares.back();
        }
}

/// Units of room air take what stands in no rack around them.
std::vector<UnrackedLoad> take_unracked(const Preparation& prep, std::vector<Cooler>& coolers) {
    std::vector<UnrackedLoad> loads = unracked_loads(prep, [&](int container) {
        std::vector<UnrackedLoad::Carrier> out;
        bool known = true;
        for (size_t i = 0; i < coolers.size(); ++i)
            if (coolers[i].kind == CoolingKind::room_air &&
                (container < 0 || prep.drawing.inside(coolers[i].element, container))) {
                out.push_back({static_cast<int>(i), coolers[i].capacity});
                known = known && coolers[i].capacity < no_limit;
            }
        if (!known)
            for (UnrackedLoad::Carrier& each : out)
                each.capacity = coolers[static_cast<size_t>(each.unit)].instances;
        return out;
    });
    for (const UnrackedLoad& load : loads)
        for (const UnrackedLoad::Carrier& each : load.carriers)
            coolers[static_cast<size_t>(each.unit)].unracked +=
                load.share * prep.inputs.unracked_power * each.capacity / load.capacity();
    return loads;
}

} // namespace

std::vector<RackHeat> heat_of(const Preparation& prep) {
    std::vector<RackHeat> heats(prep.inputs.racks.size());
    const std::vector<double> full(prep.inputs.group_gpus.size(), 1.0);
    for (size_t r = 0; r < heats.size(); ++r) {
        const RackModel::Sum sum = prep.inputs.racks[r].sum(full, 1, StepLoad(prep.defaults.power));
        const double share = prep.inputs.racks[r].air_fraction(sum);
        heats[r].power = sum.peak;
        heats[r].air = sum.peak * share;
        heats[r].liquid = sum.peak * (1 - share);
    }
    const double flow_per_watt = prep.defaults.cooling.air_flow * cubic_feet_per_minute / 1000;
    std::vector<double> rated(heats.size(), 0.0);
    for (const ServerSource& source : prep.servers) {
        const ServerModel& server = prep.inputs.racks[source.rack].servers[source.index];
        const double heat = server.server.max_power * server.air_share;
        heats[source.rack].air_flow +=
            server.per_rack * source.part->value_or("air_flow", heat * flow_per_watt);
        rated[source.rack] += server.per_rack * heat;
    }
    for (size_t r = 0; r < heats.size(); ++r) {
        if (heats[r].air_flow <= 0) continue;
        heats[r].rise = air_temperature_rise(Watts(rated[r]), heats[r].air_flow, prep.altitude);
        heats[r].demanded_flow =
            heats[r].air_flow * std::clamp(heats[r].air / rated[r], prep.defaults.power.least_flow, 1.0);
    }
    return heats;
}

DrawnCoolers coolers_of(const Preparation& prep, const std::vector<RackHeat>& heats) {
    DrawnCoolers out{drawn_coolers(prep, heats), {}};
    out.unracked = take_unracked(prep, out.all);
    share_heat(out.all, prep.inputs, heats);
    return out;
}

} // namespace roofrack
