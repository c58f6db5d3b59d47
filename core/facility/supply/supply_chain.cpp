// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/supply_chain.h"

#include <algorithm>
#include <utility>

namespace roofrack {

namespace {

/// Those that feed each unit.
std::vector<std::vector<int>> units_above(std::span<const SupplyUnit> units) {
    std::vector<std::vector<int>> out(units.size());
    for (size_t u = 0; u < units.size(); ++u)
        for (const SupplyLink& link : units[u].below)
            out[static_cast<size_t>(link.unit)].push_back(static_cast<int>(u));
    return out;
}

/// Indices from the racks up: each unit after those below it. The units of cycles, and what feeds these, are
/// left out.
std::vector<int> from_below(std::span<const SupplyUnit> units) {
    std::vector<int> waiting_for(units.size()), order;
    const std::vector<std::vector<int>> above = units_above(units);
    for (size_t u = 0; u < units.size(); ++u) {
        waiting_for[u] = static_cast<int>(units[u].below.size());
        if (waiting_for[u] == 0) order.push_back(static_cast<int>(u));
    }
    for (size_t at = 0; at < order.size(); ++at)
        for (const int upper : above[static_cast<size_t>(order[at])])
            if (--waiting_for[static_cast<size_t>(upper)] == 0) order.push_back(upper);
    return order;
}

/// Indices in the order in which a walk down the links from each unit is done with them. Without recursion: a
/// drawing may chain thousands.
std::vector<int> walked_down(std::span<const SupplyUnit> units) {
    std::vector<int> out;
    std::vector<char> is_seen(units.size(), 0);
    std::vector<std::pair<size_t, size_t>> way; // a unit, and its next link
    for (size_t start = 0; start < units.size(); ++start) {
        if (!is_seen[start]) way.emplace_back(start, 0);
        is_seen[start] = 1;
        while (!way.empty()) {
            auto& [at, next] = way.back();
            if (next == units[at].below.size()) {
                out.push_back(static_cast<int>(at));
                way.pop_back();
                continue;
            }
            const auto lower = static_cast<size_t>(units[at].below[next++].unit);
            if (!is_seen[lower]) way.emplace_back(lower, 0);
            is_seen[lower] = 1;
        }
    }
    return out;
}

/// Where several feed one, each carries by its capacity; where that is not known, by its count.
void share_loads(std::vector<SupplyUnit>& units) {
    struct Supply {
        double capacity = 0, instances = 0;
        bool known = true, standby_only = true;
    };
    std::vector<Supply> supplies(units.size());
    const auto each_link = [&](auto visit) {
        for (SupplyUnit& unit : units)
            for (SupplyLink& link : unit.below) visit(unit, link, supplies[static_cast<size_t>(link.unit)]);
    };
    each_link([](const SupplyUnit& unit, const SupplyLink&, Supply& of) {
        of.standby_only = of.standby_only && unit.standby;
    });
    each_link([](const SupplyUnit& unit, const SupplyLink&, Supply& of) {
        if (unit.standby && !of.standby_only) return;
        of.known = of.known && unit.capacity > 0;
        of.capacity += unit.capacity * unit.instances;
        of.instances += unit.instances;
    });
    each_link([](const SupplyUnit& unit, SupplyLink& link, Supply& of) {
        if (unit.standby && !of.standby_only)
            link.share = 0;
        else
            link.share =
                of.known ? unit.capacity * unit.instances / of.capacity : unit.instances / of.instances;
    });
}

/// Cooling branches off at the lowest units of the site's side, by the IT load that passes them.
void share_plant(std::vector<SupplyUnit>& units) {
    std::vector<double> passing(units.size(), 0.0);
    std::vector<char> site_below(units.size(), 0);
    double all = 0;
    for (size_t u = 0; u < units.size(); ++u) {
        passing[u] = units[u].rack_share; // switches in no rack go with them
        for (const SupplyLink& link : units[u].below) {
            const auto d = static_cast<size_t>(link.unit);
            passing[u] += link.share * passing[d];
            if (site_below[d] || SupplyChain::side_of(units[d].kind) == SupplyChain::Side::site)
                site_below[u] = 1;
        }
        units[u].plant_share = 0;
        if (SupplyChain::side_of(units[u].kind) == SupplyChain::Side::site && !site_below[u])
            all += units[u].plant_share = passing[u];
    }
    if (all > 0)
        for (SupplyUnit& unit : units) unit.plant_share /= all;
}

template<class Direct>
void flow(const std::vector<SupplyUnit>& units, Direct direct, double plant, std::vector<SupplyFlow>& out) {
    out.assign(units.size(), {});
    for (size_t u = 0; u < units.size(); ++u) {
        SupplyFlow& through = out[u];
        through.out = direct(u) + units[u].plant_share * plant;
        for (const SupplyLink& link : units[u].below)
            through.out += link.share * out[static_cast<size_t>(link.unit)].in();
        through.loss = units[u].loss_at(through.out, units[u].instances);
    }
}

} // namespace

double SupplyUnit::loss_at(double out, double of_instances) const {
    if (!has_loss || out <= 0 || of_instances <= 0) return 0;
    return conversion_loss(loss, Watts(out), Watts(rating() * of_instances)).si();
}

bool SupplyChain::has_losses(Side side) const {
    return std::ranges::any_of(
        units, [side](const SupplyUnit& unit) { return unit.has_loss && side_of(unit.kind) == side; });
}

bool SupplyChain::arrange() {
    const std::vector<int> order = from_below(units);
    if (order.size() < units.size()) return false;
    std::vector<int> place(units.size());
    for (size_t i = 0; i < order.size(); ++i) place[static_cast<size_t>(order[i])] = static_cast<int>(i);
    std::vector<SupplyUnit> sorted;
    sorted.reserve(units.size());
    for (const int u : order) sorted.push_back(std::move(units[static_cast<size_t>(u)]));
    units = std::move(sorted);
    for (SupplyUnit& unit : units)
        for (SupplyLink& link : unit.below) link.unit = place[static_cast<size_t>(link.unit)];
    for (UnrackedLoad& load : equipment)
        for (UnrackedLoad::Carrier& each : load.carriers) each.unit = place[static_cast<size_t>(each.unit)];
    share_loads(units);
    share_plant(units);
    set_passing(SupplyKind::ups, m_ups);
    set_passing(SupplyKind::transformer, m_transformers);
    return true;
}

void SupplyChain::set_passing(SupplyKind kind, Passing& out) const {
    std::vector<double> behind(units.size(), 0.0); // share of what leaves a unit that came through such a one
    out = {};
    for (size_t u = units.size(); u-- > 0;) { // the upper ones first
        const SupplyUnit& unit = units[u];
        if (unit.kind == kind && unit.has_loss) behind[u] = 1;
        for (const SupplyLink& link : unit.below)
            behind[static_cast<size_t>(link.unit)] += link.share * behind[u];
        out.racks += unit.rack_share * behind[u];
        out.unracked += unit.unracked_share * behind[u];
    }
}

std::vector<SupplyFlow> SupplyChain::flows(std::span<const double> direct, double plant) const {
    std::vector<SupplyFlow> out;
    flow(
        units, [direct](size_t u) { return direct[u]; }, plant, out);
    return out;
}

std::vector<SupplyFlow> SupplyChain::flows(double racks, double plant, double unracked) const {
    std::vector<SupplyFlow> out;
    flow(
        units, [&](size_t u) { return units[u].rack_share * racks + units[u].unracked_share * unracked; },
        plant, out);
    return out;
}

double SupplyChain::losses(Side side, double racks, double plant, double unracked) const {
    thread_local std::vector<SupplyFlow> through; // inside the step-time loop
    flow(
        units, [&](size_t u) { return units[u].rack_share * racks + units[u].unracked_share * unracked; },
        plant, through);
    double sum = 0;
    for (size_t u = 0; u < units.size(); ++u)
        if (side_of(units[u].kind) == side) sum += through[u].loss;
    return sum;
}

std::vector<std::vector<int>> supply_cycles(std::span<const SupplyUnit> units) {
    const std::vector<int> down = walked_down(units);
    const std::vector<std::vector<int>> above = units_above(units);
    std::vector<char> is_taken(units.size(), 0);
    std::vector<std::vector<int>> out;
    // What feeds the last one that is left is fed by it, too: that is its circle, and nothing else is.
    for (auto last = down.rbegin(); last != down.rend(); ++last) {
        if (is_taken[static_cast<size_t>(*last)]) continue;
        is_taken[static_cast<size_t>(*last)] = 1;
        std::vector<int> circle{*last};
        for (size_t at = 0; at < circle.size(); ++at)
            for (const int upper : above[static_cast<size_t>(circle[at])]) {
                if (is_taken[static_cast<size_t>(upper)]) continue;
                is_taken[static_cast<size_t>(upper)] = 1;
                circle.push_back(upper);
            }
        if (circle.size() == 1) continue;
        std::ranges::sort(circle);
        out.push_back(std::move(circle));
    }
    std::ranges::sort(out);
    return out;
}

Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating) {
    const double x = load / rating;
    return rating * (of.constant + of.linear * x + of.square * x * x);
}

} // namespace roofrack
