// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/budget/budgets.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "core/facility/budget/single_failures.h"
#include "core/facility/budget/supply_load.h"

namespace roofrack {

namespace {

Budget named(std::string id, BudgetKind kind, Watts load) {
    Budget out;
    out.id = std::move(id);
    out.kind = kind;
    out.load = load;
    return out;
}

/// The load that still leaves room after the worst failure: what it is before over how full it gets.
void secure(Budget& budget, Watts load, double ratio) {
    if (budget.limit && load > Watts(0) && ratio > 0 && std::isfinite(ratio))
        budget.secured = std::min(*budget.limit, load / ratio);
}

} // namespace

std::vector<Budget> budgets_of(const Facility& facility, const PowerState& state,
                               std::span<const SingleFailure> failures) {
    const FacilityInputs& in = facility.inputs();
    std::vector<Budget> out;
    const SupplyLoad load(in, state);
    const std::vector<SupplyFlow> means = load.flows(0), peaks = load.flows(1);
    for (size_t u = 0; u < in.chain.units.size(); ++u) {
        const SupplyUnit& unit = in.chain.units[u];
        Budget budget = named(unit.id, BudgetKind::feed, Watts(load.windowed()[u].out));
        budget.supply = unit.kind;
        if (unit.capacity > 0) budget.limit = Watts(unit.capacity * unit.instances);
        budget.mean = Watts(means[u].out);
        budget.peak = Watts(peaks[u].out);
        budget.window = supply_window(unit.kind, in, state.windows).length;
        budget.instances = unit.instances;
        out.push_back(std::move(budget));
    }
    const Seconds minute = in.defaults->power.windows.cooling;
    for (const auto& [elements, kind, carries, unracked] : coolers_in(in)) {
        const Sharing sharing(elements, state, carries, unracked);
        for (size_t i = 0; i < elements.size(); ++i) {
            const SharedCapacity& each = elements[i];
            Budget budget = named(each.id, kind, Watts(sharing.load(i)));
            if (each.capacity < no_limit) budget.limit = Watts(each.capacity * each.instances);
            budget.mean = budget.peak = budget.load;
            budget.window = minute;
            budget.instances = each.instances;
            out.push_back(std::move(budget));
        }
    }
    if (!failures.empty()) {
        const PowerState asked = asked_of(in, state);
        const SupplyLoad of_asked(in, asked);
        const std::vector<double> ratios = fullest_after_failures(in, asked, of_asked);
        for (size_t u = 0; u < ratios.size(); ++u)
            secure(out[u], Watts(of_asked.windowed()[u].out), ratios[u]);
        std::unordered_map<std::string_view, double> coolers; // the first of an id
        for (const SingleFailure& failure : failures) coolers.emplace(failure.id, failure.own);
        for (Budget& budget : out)
            if (budget.kind != BudgetKind::feed)
                if (const auto own = coolers.find(budget.id); own != coolers.end())
                    secure(budget, budget.load, own->second);
    }
    Budget plant = named("plant", BudgetKind::plant, state.it);
    if (in.plant_limit < no_limit) plant.limit = Watts(in.plant_limit);
    plant.mean = plant.peak = state.it;
    plant.window = minute;
    Budget site = named("site", BudgetKind::site, state.metered);
    site.supply = SupplyKind::utility;
    if (in.site_limit < no_limit) site.limit = Watts(in.site_limit);
    site.mean = state.facility;
    site.peak = state.peak;
    site.window = in.meter_window;
    out.push_back(std::move(plant));
    out.push_back(std::move(site));
    return out;
}

} // namespace roofrack
