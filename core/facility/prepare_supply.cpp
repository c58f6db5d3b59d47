// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/prepare_supply.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <unordered_map>

#include "core/base/model/finding.h"
#include "core/drawing/feed_capacity.h"

namespace roofrack {

namespace {

/// W that one instance of each rack draws at full clock.
std::vector<double> full_demands(const Preparation& prep) {
    const std::vector<double> full(prep.inputs.group_gpus.size(), 1.0);
    std::vector<double> demands;
    for (const RackModel& rack : prep.inputs.racks)
        demands.push_back(rack.sum(full, 1, StepLoad(prep.defaults.power)).peak);
    return demands;
}

SupplyUnit unit_of(const Preparation& prep, int element) {
    const Part* part = prep.drawing.part(element);
    const Defaults::Power& constants = prep.defaults.power;
    SupplyUnit unit;
    unit.id = prep.drawing.at(element).id;
    unit.name = prep.drawing.at(element).name;
    unit.kind = supply_kind(part);
    unit.instances = prep.drawing.instances(element);
    unit.standby = unit.kind == SupplyKind::generator;
    if (!part) return unit;
    if (const auto capacity = feed_capacity(*part, constants)) unit.capacity = capacity->si();
    unit.phases = part->value_or("phases", 3) < 2 ? 1 : 3;
    unit.voltage = part->value_or("voltage", 0);
    unit.output = part->value_or("output_voltage", unit.voltage);
    if (unit.kind == SupplyKind::ups) unit.loss = constants.ups;
    if (unit.kind == SupplyKind::transformer) unit.loss = constants.transformer;
    const auto constant = part->value("loss_constant"), linear = part->value("loss_linear"),
               square = part->value("loss_square");
    if (constant || linear || square)
        unit.loss = {constant.value_or(0), linear.value_or(0), square.value_or(0)};
    unit.has_loss =
        unit.capacity > 0 && (unit.loss.constant > 0 || unit.loss.linear > 0 || unit.loss.square > 0);
    return unit;
}

/// The feeds of a drawing as units, not yet arranged.
std::vector<SupplyUnit> units_of(const Preparation& prep, const std::vector<int>& elements) {
    std::unordered_map<int, int> unit_at; // by element
    std::vector<SupplyUnit> units;
    for (const int element : elements) {
        unit_at.emplace(element, static_cast<int>(units.size()));
        units.push_back(unit_of(prep, element));
    }
    for (const Link& link : prep.drawing.cluster().links) {
        const auto upper = unit_at.find(prep.drawing.find(link.from)),
                   lower = unit_at.find(prep.drawing.find(link.to));
        if (upper == unit_at.end() || lower == unit_at.end() || upper == lower) continue;
        std::vector<SupplyLink>& below = units[static_cast<size_t>(upper->second)].below;
        if (std::ranges::find(below, lower->second, &SupplyLink::unit) == below.end())
            below.push_back({lower->second, link.pattern == LinkPattern::mesh, 1});
    }
    return units;
}

bool is_accepted(const Cluster& cluster, const Link& link) {
    return std::ranges::any_of(cluster.waivers, [&link](const Waiver& waiver) {
        return waiver.rule == finding_id::supply_mismatch &&
               std::ranges::find(waiver.where, link.id) != waiver.where.end();
    });
}

/// Units that do not fit each other, unless the architect accepts it, or the site's frequency.
std::vector<UnfitSupply> unfit_supplies(const Drawing& drawing, const std::vector<SupplyUnit>& units,
                                        const std::optional<double>& site_frequency) {
    std::vector<UnfitSupply> out;
    for (size_t u = 0; u < units.size(); ++u) {
        const Part* own = drawing.part(drawing.find(units[u].id));
        if (const auto made_for = own ? own->value("frequency") : std::nullopt;
            made_for && site_frequency && *made_for != *site_frequency)
            out.push_back({units[u].id,
                           units[u].name,
                           {},
                           fmt::format("{:g} Hz, the site has {:g} Hz", *made_for, *site_frequency)});
        for (const Link* link : drawing.links_at(drawing.find(units[u].id))) {
            if (link->from != units[u].id) continue;
            const int lower = drawing.find(link->to);
            if (lower < 0 || drawing.at(lower).kind != ElementKind::feed) continue;
            const Part *from = drawing.part(drawing.find(link->from)), *to = drawing.part(lower);
            if (!from || !to) continue;
            if (std::string why = supply_mismatch(*from, *to);
                !why.empty() && !is_accepted(drawing.cluster(), *link))
                out.push_back({units[u].id, units[u].name, title(drawing.at(lower)), std::move(why)});
        }
    }
    return out;
}

/// "UPS A, PDU A supply each other in a circle; UPS B, PDU B in another one"
std::string circles_text(const Drawing& drawing, const std::vector<int>& elements,
                         const std::vector<std::vector<int>>& circles) {
    std::string out;
    for (const std::vector<int>& circle : circles) {
        std::vector<std::string> names;
        for (const int u : circle) names.push_back(title(drawing.at(elements[static_cast<size_t>(u)])));
        out += fmt::format("{}{} {}", out.empty() ? "" : "; ", fmt::join(names, ", "),
                           out.empty() ? "supply each other in a circle" : "in another one");
    }
    return out;
}

/// Switches and storage that stand in no rack are fed by the PDUs of the nearest container around them that
/// has some; without a drawn PDU by UPS, without these by switchgear; each by its capacity. The circuits of
/// racks do not feed them.
std::vector<UnrackedLoad> feed_unracked(Preparation& prep, std::vector<SupplyUnit>& units,
                                        const std::vector<int>& elements) {
    constexpr SupplyKind takers[] = {SupplyKind::pdu, SupplyKind::ups, SupplyKind::switchgear};
    FacilityInputs& inputs = prep.inputs;
    const auto kind = std::ranges::find_if(takers, [&](SupplyKind each) {
        return std::ranges::find(units, each, &SupplyUnit::kind) != units.end();
    });
    if (kind == std::end(takers) || inputs.unracked_power <= 0) return {};
    const auto carriers_in = [&](int container) {
        std::vector<UnrackedLoad::Carrier> out;
        for (size_t u = 0; u < units.size(); ++u)
            if (units[u].kind == *kind && (container < 0 || prep.drawing.inside(elements[u], container)))
                out.push_back({static_cast<int>(u), units[u].capacity * units[u].instances});
        // They share by their number where the capacity of one is not known.
        if (std::ranges::any_of(out, [](const UnrackedLoad::Carrier& each) { return each.capacity <= 0; }))
            for (UnrackedLoad::Carrier& each : out)
                each.capacity = units[static_cast<size_t>(each.unit)].instances;
        return out;
    };
    std::vector<UnrackedLoad> loads = unracked_loads(prep, carriers_in);
    for (const UnrackedLoad& load : loads)
        for (const UnrackedLoad::Carrier& each : load.carriers)
            units[static_cast<size_t>(each.unit)].unracked_share +=
                load.share * each.capacity / load.capacity();
    inputs.unracked_fed = 1;
    return loads;
}

/// Shares a feed's capacity, less its unracked load, among its racks by demand.
void add_feed(Preparation& prep, const SupplyUnit& unit, const std::vector<int>& racks,
              const std::vector<double>& demands, std::vector<std::optional<FedPower>>& fed) {
    FacilityInputs& inputs = prep.inputs;
    SharedCapacity feed{unit.id,        unit.kind,
                        unit.instances, unit.capacity > 0 ? unit.capacity : no_limit,
                        racks,          unit.unracked_share};
    double all = 0;
    for (const int r : racks)
        all += demands[static_cast<size_t>(r)] * inputs.racks[static_cast<size_t>(r)].count;
    const double left =
        std::max(0.0, feed.capacity * feed.instances - unit.unracked_share * inputs.unracked_power);
    for (const int r : racks)
        if (all > 0) {
            const auto at = static_cast<size_t>(r);
            const double given = left * demands[at] / all;
            if (!fed[at]) fed[at].emplace();
            fed[at]->add(feed.capacity, given);
        }
    inputs.rack_feeds.push_back(std::move(feed));
}

/// Sets the share of the racks' load that each feed supplies: by capacity, as Sharing divides it.
void share_racks(const FacilityInputs& inputs, std::vector<SupplyUnit>& units,
                 const std::vector<double>& demands) {
    const double in_racks = inputs.design_it - inputs.unracked_power;
    if (in_racks <= 0) return;
    const auto power_of = [&](int rack) {
        return demands[static_cast<size_t>(rack)] * inputs.racks[static_cast<size_t>(rack)].count;
    };
    std::vector<double> weights; // for each feed: its capacity for each watt that its racks draw
    std::vector<double> of_rack(inputs.racks.size(), 0.0);
    for (const SharedCapacity& feed : inputs.rack_feeds) {
        double all = feed.unracked * inputs.unracked_power;
        for (const int rack : feed.racks) all += power_of(rack);
        const double capacity = feed.capacity < no_limit ? feed.capacity : 1; // unknown: equal shares
        weights.push_back(all > 0 ? capacity * feed.instances / all : 0);
        for (const int rack : feed.racks) of_rack[static_cast<size_t>(rack)] += weights.back();
    }
    for (SupplyUnit& unit : units) {
        if (unit.rack_feed < 0) continue;
        const auto at = static_cast<size_t>(unit.rack_feed);
        double load = 0;
        for (const int rack : inputs.rack_feeds[at].racks)
            if (const double all = of_rack[static_cast<size_t>(rack)]; all > 0)
                load += power_of(rack) * weights[at] / all;
        unit.rack_share = load / in_racks;
    }
}

/// Whether a circuit of one phase is connected between two phases of a unit that gives `given` V between
/// them, or from one to the neutral.
bool is_between_lines(const SupplyUnit& circuit, double given) {
    // Share of the voltage between phases: 1 from phase to phase, 1/√3 = 0.58 to the neutral.
    constexpr double between = 0.8;
    return circuit.voltage > 0 && given > 0 && circuit.voltage > between * given;
}

/// Units that feed circuits of one phase deliver as much as their busiest phase (L1-L3) allows, with all
/// racks at full clock.
void balance_lines(FacilityInputs& inputs) {
    std::vector<SupplyUnit>& units = inputs.chain.units;
    if (std::ranges::none_of(units, [](const SupplyUnit& unit) { return unit.phases == 1; })) return;
    const std::vector<SupplyFlow> flows =
        inputs.chain.flows(inputs.design_it - inputs.unracked_power, 0, inputs.unracked_power);
    for (SupplyUnit& unit : units) {
        std::vector<PhaseLoad> circuits;
        double three_phase = 0;
        for (const SupplyLink& link : unit.below) {
            const SupplyUnit& lower = units[static_cast<size_t>(link.unit)];
            const double watts = link.share * flows[static_cast<size_t>(link.unit)].in() / unit.instances;
            if (lower.phases != 1)
                three_phase += watts;
            else if (const double count =
                         link.all ? lower.instances : std::ceil(lower.instances / unit.instances);
                     count > 0)
                circuits.push_back({count, watts / count, is_between_lines(lower, unit.output)});
        }
        if (circuits.empty() || unit.phases == 1) continue;
        unit.balance = phase_balance(circuits, three_phase);
        unit.usable = unit.balance->usable();
        unit.capacity *= unit.usable;
    }
}

} // namespace

Result<void> prepare_supply(Preparation& prep) {
    const Drawing& drawing = prep.drawing;
    FacilityInputs& inputs = prep.inputs;
    const std::vector<double> demands = full_demands(prep);
    inputs.design_it = inputs.unracked_power;
    for (size_t r = 0; r < inputs.racks.size(); ++r) inputs.design_it += demands[r] * inputs.racks[r].count;

    std::vector<int> elements;
    for (int i = 0; i < static_cast<int>(drawing.cluster().elements.size()); ++i)
        if (drawing.at(i).kind == ElementKind::feed) elements.push_back(i);
    std::vector<SupplyUnit> units = units_of(prep, elements);
    if (const std::vector<std::vector<int>> cycles = supply_cycles(units); !cycles.empty())
        return fail(units[static_cast<size_t>(cycles.front().front())].id,
                    circles_text(drawing, elements, cycles),
                    "draw each link between two feeds from the one nearer to the grid to the other");

    inputs.unfit = unfit_supplies(drawing, units, prep.frequency);
    inputs.chain.equipment = feed_unracked(prep, units, elements);
    std::vector<std::optional<FedPower>> fed(inputs.racks.size());
    for (size_t u = 0; u < units.size(); ++u) {
        const std::vector<int> racks = prep.racks_served(elements[u]);
        if (racks.empty() && !units[u].below.empty()) continue;
        units[u].rack_feed = static_cast<int>(inputs.rack_feeds.size());
        add_feed(prep, units[u], racks, demands, fed);
    }
    for (size_t r = 0; r < inputs.racks.size(); ++r) {
        RackModel& rack = inputs.racks[r];
        if (fed[r]) {
            rack.power_limit = fed[r]->whole();
            rack.limit_after_worst_failure = fed[r]->after_worst_failure();
        }
        if (const auto& own = drawing.at(prep.rack_elements[r]).power_limit) {
            rack.power_limit = own->si();
            rack.limit_after_worst_failure = no_limit;
        }
    }
    share_racks(inputs, units, demands);
    inputs.chain.units = std::move(units);
    inputs.chain.arrange();
    balance_lines(inputs);
    return {};
}

} // namespace roofrack
