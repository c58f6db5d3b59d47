// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/energy_flow.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr Watts nothing{1e-9};

FlowPlace place_of(ItUse use) {
    switch (use) {
    case ItUse::gpus: return FlowPlace::gpus;
    case ItUse::servers: return FlowPlace::servers;
    case ItUse::fans: return FlowPlace::fans;
    case ItUse::supplies: return FlowPlace::supplies;
    case ItUse::network: return FlowPlace::network;
    case ItUse::storage: break;
    }
    return FlowPlace::storage;
}

/// Where a budget's load passes; the racks' own feeds at the racks.
FlowPlace place_of(const Budget& budget) {
    switch (budget.kind) {
    case BudgetKind::air: return FlowPlace::air;
    case BudgetKind::loop: return FlowPlace::liquid;
    case BudgetKind::plant: return FlowPlace::plant;
    case BudgetKind::site: return FlowPlace::grid;
    case BudgetKind::feed: break;
    }
    switch (budget.supply) {
    case SupplyKind::utility: return FlowPlace::grid;
    case SupplyKind::transformer: return FlowPlace::transformer;
    case SupplyKind::ups: return FlowPlace::ups;
    default: return FlowPlace::racks;
    }
}

/// Whether there are such units in the drawing; of places that are none the model needs no drawing.
bool drawn_at(FlowPlace place, std::span<const Budget> budgets) {
    const auto has = [&](auto is) { return std::ranges::any_of(budgets, is); };
    switch (place) {
    case FlowPlace::transformer:
    case FlowPlace::ups:
    case FlowPlace::air:
    case FlowPlace::liquid: return has([&](const Budget& each) { return place_of(each) == place; });
    case FlowPlace::plant:
        return has([](const Budget& each) { return each.kind == BudgetKind::plant && each.limit; });
    case FlowPlace::cooling:
        return has([](const Budget& each) {
            return each.kind == BudgetKind::air || each.kind == BudgetKind::loop ||
                   (each.kind == BudgetKind::plant && each.limit);
        });
    default: return true;
    }
}

/// The fullest of what is drawn at a place speaks for it.
void add_limits(FlowNode& node, std::span<const Budget> budgets) {
    double fullest = -1;
    for (const Budget& budget : budgets) {
        if (place_of(budget) != node.place || !budget.limit) continue;
        if (budget.id != "site" && budget.id != "plant") node.elements.push_back(budget.id);
        const auto limit = budget.secured ? budget.secured : budget.limit;
        const double share = share_of(budget.load, limit).value_or(0);
        if (share <= fullest) continue;
        fullest = share;
        node.load = budget.load;
        node.limit = limit;
    }
}

} // namespace

std::string_view name_of(FlowPlace place) {
    switch (place) {
    case FlowPlace::grid: return "grid";
    case FlowPlace::transformer: return "transformer";
    case FlowPlace::ups: return "ups";
    case FlowPlace::cooling: return "cooling";
    case FlowPlace::racks: return "racks";
    case FlowPlace::gpus: return "gpus";
    case FlowPlace::servers: return "servers";
    case FlowPlace::fans: return "fans";
    case FlowPlace::supplies: return "supplies";
    case FlowPlace::network: return "network";
    case FlowPlace::storage: return "storage";
    case FlowPlace::air: return "air";
    case FlowPlace::liquid: return "liquid";
    case FlowPlace::plant: return "plant";
    case FlowPlace::other: return "other";
    case FlowPlace::sky: break;
    }
    return "sky";
}

EnergyFlow energy_flow(const PowerState& state, std::span<const Budget> budgets) {
    EnergyFlow out;
    const auto add = [&out](FlowPlace from, FlowPlace to, Watts power, bool is_heat) {
        if (power > nothing) out.links.push_back({from, to, power, is_heat});
    };
    const Overhead& beside = state.overhead;
    add(FlowPlace::grid, FlowPlace::transformer, state.facility, false);
    add(FlowPlace::transformer, FlowPlace::ups, state.it + beside.ups, false);
    add(FlowPlace::transformer, FlowPlace::cooling, beside.cooling(), false);
    add(FlowPlace::transformer, FlowPlace::other, beside.other, false);
    add(FlowPlace::transformer, FlowPlace::sky, beside.transformer, true);
    add(FlowPlace::ups, FlowPlace::racks, state.it, false);
    add(FlowPlace::ups, FlowPlace::sky, beside.ups, true);
    Watts air{}, liquid{};
    for (const ItUse use : it_uses) {
        const ItHeat& heat = state.uses[static_cast<size_t>(use)];
        add(FlowPlace::racks, place_of(use), heat.total(), false);
        add(place_of(use), FlowPlace::air, heat.to_air, true);
        add(place_of(use), FlowPlace::liquid, heat.to_liquid, true);
        air += heat.to_air;
        liquid += heat.to_liquid;
    }
    add(FlowPlace::air, FlowPlace::plant, air, true);
    add(FlowPlace::liquid, FlowPlace::plant, liquid, true);
    // Fans, pumps and chillers warm the water, the fans of towers and dry coolers the outside.
    const Watts into_water = beside.transport + beside.pumps + beside.chiller;
    add(FlowPlace::cooling, FlowPlace::plant, into_water, true);
    add(FlowPlace::cooling, FlowPlace::sky, beside.rejection, true);
    add(FlowPlace::plant, FlowPlace::sky, air + liquid + into_water, true);
    add(FlowPlace::other, FlowPlace::sky, beside.other, true);

    for (const FlowPlace place : flow_places) {
        FlowNode node{place, {}, {}, std::nullopt, {}, drawn_at(place, budgets)};
        Watts in{}, from{};
        for (const FlowLink& link : out.links) {
            if (link.to == place) in += link.power;
            if (link.from == place) from += link.power;
        }
        node.power = std::max(in, from);
        if (node.power <= nothing) continue;
        add_limits(node, budgets);
        out.nodes.push_back(std::move(node));
    }
    return out;
}

} // namespace roofrack
