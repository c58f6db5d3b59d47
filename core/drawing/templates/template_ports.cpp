// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/templates/template_ports.h"

#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace roofrack {

namespace {

double cable_rate(const Part& part, double nic_rate) {
    const double port_rate = part.value_or("port_rate", nic_rate);
    return nic_rate > 0 ? std::min(nic_rate, port_rate) : port_rate;
}

/// Uplinks of a leaf with `down` cables of one speed below; at least one.
int uplinks_of(int down, double oversubscription) {
    return std::max(1, saturated<int>(std::ceil(down / oversubscription - 1e-9)));
}

/// Spines for `leafs` of `uplinks` each: as few as take all leafs, every leaf to every spine alike.
bool plan_spines(PortPlan& plan, int leafs, int uplinks, int leaf_ports, int spine_ports) {
    // A few uplinks more are better than an odd number that no count of spines divides.
    for (int up = uplinks; up <= uplinks + uplinks / 8 + 1 && plan.down + up <= leaf_ports; ++up)
        for (int spines = 1; spines <= up; ++spines) {
            if (up % spines != 0 || static_cast<double>(leafs) * (up / spines) > spine_ports) continue;
            plan.spines = spines;
            plan.cables = up / spines;
            return true;
        }
    return false;
}

/// Whole servers under a leaf: as many as its ports take, in whole racks where that divides.
int servers_under_leaf(const PortDemand& demand, int ports) {
    int best = 0;
    for (int s = 1; s <= demand.servers; ++s) {
        if (demand.servers % s != 0) continue;
        const int down = s * demand.nics;
        const int up = s == demand.servers ? 0 : uplinks_of(down, demand.oversubscription);
        if (down + up > ports) break;
        const bool whole = s % demand.step == 0, best_whole = best > 0 && best % demand.step == 0;
        if (whole || !best_whole) best = s;
    }
    return best;
}

bool try_switch(PortPlan& plan, const PortDemand& demand, const Part& part) {
    const int ports = ports_for(part, demand.nic_rate);
    plan = {};
    plan.leaf = plan.spine = &part;
    plan.uplink = ByteRate(cable_rate(part, demand.nic_rate));
    if (demand.unit == 0) {
        plan.servers_per_leaf = servers_under_leaf(demand, ports);
        if (plan.servers_per_leaf == 0) return false;
        plan.leafs = demand.servers / plan.servers_per_leaf;
        plan.down = plan.servers_per_leaf * demand.nics;
        if (plan.leafs == 1) return true;
        return plan_spines(plan, plan.leafs, uplinks_of(plan.down, demand.oversubscription), ports, ports);
    }
    plan.units = demand.servers / demand.unit;
    plan.servers_per_leaf = demand.unit;
    // Rails: a leaf a NIC. NVL72: as many leafs as divide the NICs and have ports for all racks of the unit.
    for (int leafs = demand.spread > 0 ? demand.spread : demand.nics; leafs <= demand.nics; ++leafs) {
        if (demand.nics % leafs != 0) continue;
        plan.leafs = leafs;
        plan.down = demand.unit * (demand.nics / leafs);
        const int up = demand.oversubscription > 0 ? uplinks_of(plan.down, demand.oversubscription) : 0;
        if (plan.down + up > ports) continue;
        if (up == 0) return plan.units == 1;
        if (plan_spines(plan, leafs * plan.units, up, ports, ports)) return true;
    }
    return false;
}

/// Pods of two tiers below chassis switches: as few and large pods as the ports of spines and cores allow.
bool try_pods(PortPlan& plan, const PortDemand& demand, const Part& part, const Part* core) {
    if (demand.core_oversubscription <= 0 || !core) return false;
    const int ports = ports_for(part, demand.nic_rate);
    const int core_ports = ports_for(*core, demand.nic_rate);
    // A spine keeps this many ports for its leafs, the rest go up.
    const int below =
        saturated<int>(ports * demand.core_oversubscription / (1 + demand.core_oversubscription));
    for (int pods = 2; pods <= 256; ++pods) {
        if (demand.servers % (pods * demand.step) != 0) continue;
        PortDemand pod = demand;
        pod.servers = demand.servers / pods;
        plan = {};
        plan.leaf = plan.spine = &part;
        plan.core = core;
        plan.pods = pods;
        plan.uplink =
            ByteRate(std::min(cable_rate(part, demand.nic_rate), cable_rate(*core, demand.nic_rate)));
        plan.servers_per_leaf = servers_under_leaf(pod, ports);
        if (plan.servers_per_leaf == 0) continue;
        plan.leafs = pod.servers / plan.servers_per_leaf;
        plan.down = plan.servers_per_leaf * demand.nics;
        if (!plan_spines(plan, plan.leafs, uplinks_of(plan.down, demand.oversubscription), ports, below))
            continue;
        const int up = uplinks_of(plan.leafs * plan.cables, demand.core_oversubscription);
        for (int cores = 1; cores <= up; ++cores) {
            if (up % cores != 0 || pods * plan.spines * (up / cores) > core_ports) continue;
            plan.cores = cores;
            plan.core_cables = up / cores;
            return true;
        }
    }
    return false;
}

/// All switches of a plan in units with cores above.
double all_switches(const PortPlan& plan) {
    const double in_units = static_cast<double>(plan.units) * (plan.leafs + plan.spines * plan.groups);
    return in_units + static_cast<double>(plan.cores) * plan.groups;
}

/// Adds to `found` the ways in which cores take the spines of all units, of which `plan` has one group: for
/// each number of groups that divides them the fewest cores.
void add_core_plans(std::vector<PortPlan>& found, const PortPlan& plan, int ports) {
    const int down = plan.leafs * plan.cables;
    for (int up = down; up <= down + down / 8 + 1 && down + up <= ports; ++up)
        for (int groups = 1; groups <= plan.spines; ++groups) {
            if (plan.spines % groups != 0) continue;
            const double spines = static_cast<double>(plan.units) * (plan.spines / groups);
            for (int cables = up; cables > 0; --cables) {
                if (up % cables != 0 || spines * cables > ports) continue;
                PortPlan& each = found.emplace_back(plan);
                each.groups = groups;
                each.spines = plan.spines / groups;
                each.cores = up / cables;
                each.core_cables = cables;
                break;
            }
        }
}

/// Units of two tiers each below cores, all of one switch part. That every spine has a cable to every core
/// allows no more spines than a core has ports, which are as many as two tiers take: so they come in groups.
bool try_cores_above_units(PortPlan& plan, const PortDemand& demand, const Part& part) {
    if (demand.unit == 0 || demand.oversubscription <= 0 || demand.servers == demand.unit) return false;
    const int ports = ports_for(part, demand.nic_rate);
    std::vector<PortPlan> found;
    for (int leafs = demand.spread > 0 ? demand.spread : demand.nics; leafs <= demand.nics; ++leafs) {
        if (demand.nics % leafs != 0) continue;
        PortPlan each;
        each.leaf = each.spine = each.core = &part;
        each.uplink = ByteRate(cable_rate(part, demand.nic_rate));
        each.units = demand.servers / demand.unit;
        each.servers_per_leaf = demand.unit;
        each.leafs = leafs;
        each.down = demand.unit * (demand.nics / leafs);
        const int up = uplinks_of(each.down, demand.oversubscription);
        // Half the ports of a spine lead up: between units nothing is oversubscribed.
        if (each.down + up <= ports && plan_spines(each, leafs, up, ports, ports / 2))
            add_core_plans(found, each, ports);
    }
    if (found.empty()) return false;
    // Few groups are easier to lay and to read; they are worth a few switches more.
    constexpr double most_more = 1.05;
    const double fewest = all_switches(*std::ranges::min_element(found, {}, all_switches));
    std::erase_if(found, [&](const PortPlan& each) { return all_switches(each) > most_more * fewest; });
    plan = *std::ranges::min_element(
        found, {}, [](const PortPlan& each) { return std::pair(each.groups, all_switches(each)); });
    return true;
}

} // namespace

int ports_for(const Part& part, double rate) {
    const double port_rate = part.value_or("port_rate", 0);
    const double split = rate > 0 && port_rate > rate ? std::floor(port_rate / rate + 1e-9) : 1;
    return saturated<int>(part.value_or("ports", 0) * split);
}

int cables_a_server(TemplateReader& reader, const Part& server) {
    const int nics = saturated<int>(server.value_or("nics", 0));
    if (reader.automatic("nics")) {
        reader.choose("nics", std::to_string(std::max(1, nics)));
        return std::max(1, nics);
    }
    const int cables = reader.whole("nics");
    // What the catalogue does not tell sets no limit.
    if (nics > 0 && cables > nics)
        reader.fault("nics", fmt::format("{} has {} NIC{}", server.name, nics, nics == 1 ? "" : "s"),
                     nics == 1
                         ? "take 1 cable a server, or a server with more NICs"
                         : fmt::format("take 1 to {} cables a server, or a server with more NICs", nics));
    return cables;
}

std::vector<const Part*> switches_for(TemplateReader& reader, const Part& server, double nic_rate) {
    std::vector<const Part*> out;
    if (!reader.automatic("switch")) {
        const Part& chosen = reader.part("switch", PartKind::switch_);
        if (!reader.failed()) out.push_back(&chosen);
        return out;
    }
    const std::string_view network = server.text_or("network", "infiniband");
    std::vector<const char*> wanted{"sn4700", "tomahawk4-64x400", "sn5600"};
    if (network == "infiniband")
        wanted = {"qm8700", "qm9700", "q3400-ra"};
    else if (network == "slingshot")
        wanted = {"rosetta"};
    else if (network == "omni-path")
        wanted = {"omni-path-100"};
    else if (network == "efa")
        wanted = {"efa-tier"};
    for (const char* id : wanted) {
        const Part* part = reader.catalog().part(PartKind::switch_, id);
        // A port slower than the NIC would bind: the next one up.
        if (part && part->value_or("port_rate", 0) >= nic_rate * 0.999) out.push_back(part);
    }
    if (out.empty())
        reader.fault("server",
                     fmt::format("the catalogue has no switch as fast as the NICs of {}", server.name),
                     "choose another server, or name a switch");
    return out;
}

void choose_switch(TemplateReader& reader, std::initializer_list<const Part*> parts) {
    std::vector<std::string_view> names;
    for (const Part* part : parts)
        if (part && std::ranges::find(names, part->name) == names.end()) names.push_back(part->name);
    reader.choose("switch", fmt::format("{}", fmt::join(names, ", ")));
}

PortPlan plan_ports(TemplateReader& reader, const PortDemand& demand, const Part& server) {
    PortPlan plan;
    const std::string_view network = server.text_or("network", "infiniband");
    const bool chassis = network == "roce" || network == "ethernet";
    const Part* core = reader.catalog().part(PartKind::switch_, chassis ? "arista-7800r3" : "q3400-ra");
    if (!chassis && network != "infiniband") core = nullptr;
    if (!reader.automatic("switch")) {
        const Part& chosen = reader.part("switch", PartKind::switch_);
        if (reader.failed() || try_switch(plan, demand, chosen) || try_pods(plan, demand, chosen, core) ||
            try_cores_above_units(plan, demand, chosen))
            return plan;
        reader.fault("switch",
                     fmt::format("{} has too few ports for {} servers of {} NICs", chosen.name,
                                 demand.servers, demand.nics),
                     "take fewer servers, more oversubscription, or a switch with more ports");
        return plan;
    }
    const std::vector<const Part*> parts = switches_for(reader, server, demand.nic_rate);
    if (reader.failed()) return plan;
    for (const bool pods : {false, true})
        for (const Part* part : parts)
            if (pods ? try_pods(plan, demand, *part, core) : try_switch(plan, demand, *part)) {
                choose_switch(reader, {plan.leaf, plan.core});
                return plan;
            }
    // The largest switch needs the fewest of three tiers.
    for (const Part* part : parts | std::views::reverse)
        if (try_cores_above_units(plan, demand, *part)) {
            choose_switch(reader, {plan.leaf});
            return plan;
        }
    reader.fault(demand.spread > 0 ? "racks" : "servers", // a rack of NVL72 is one server
                 fmt::format("no switch of the catalogue has ports enough for {} servers of {} NICs",
                             demand.servers, demand.nics),
                 "take fewer servers, more oversubscription, or name a switch");
    return plan;
}

} // namespace roofrack
