// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/supply/supply_failure.h"

#include <algorithm>
#include <limits>

namespace roofrack {

namespace {

constexpr double nothing = 1e-9; ///< of a capacity

/// How a share of dark instances of an upper unit is felt below it.
struct Felt {
    double touched = 0; ///< share of the lower unit's instances
    double lost = 0;    ///< of what each of these gets that way
};

Felt felt(double dark, bool all, double uppers, double lowers) {
    if (dark <= 0) return {};
    if (all) return {1, dark};
    const double each = std::max(1.0, uppers / lowers),
                 lost = dark * uppers; // uppers of one lower unit; instances
    if (lost < each) return {1 / lowers, lost / each};
    return {std::min(1.0, std::max(dark, 1 / lowers)), 1};
}

} // namespace

double FedRack::capacity() const {
    double sum = 0;
    for (const Feed& feed : feeds) sum += feed.given;
    return sum;
}

SupplyFailures::SupplyFailures(const SupplyChain& chain, std::vector<SupplyFlow> flows,
                               std::vector<FedRack> racks)
    : m_chain(chain)
    , m_flows(std::move(flows))
    , m_racks(std::move(racks))
    , m_above(chain.units.size())
    , m_racks_below(chain.units.size()) {
    for (size_t u = 0; u < chain.units.size(); ++u)
        for (const SupplyTie& tie : chain.units[u].below)
            m_above[static_cast<size_t>(tie.unit)].push_back({static_cast<int>(u), tie.all, tie.share, 0});
    for (std::vector<Upper>& above : m_above) {
        const bool known = std::ranges::all_of(above, [&](const Upper& upper) {
            return chain.units[static_cast<size_t>(upper.unit)].capacity > 0;
        });
        for (Upper& upper : above) {
            const SupplyUnit& unit = chain.units[static_cast<size_t>(upper.unit)];
            upper.weight = unit.instances * (known ? unit.capacity : 1);
        }
    }
    for (size_t r = 0; r < m_racks.size(); ++r)
        for (const FedRack::Feed& feed : m_racks[r].feeds)
            m_racks_below[static_cast<size_t>(feed.unit)].push_back(static_cast<int>(r));
    for (size_t u = 0; u < chain.units.size(); ++u) {
        std::vector<int>& racks_below = m_racks_below[u];
        for (const SupplyTie& tie : chain.units[u].below) {
            const auto& lower = m_racks_below[static_cast<size_t>(tie.unit)];
            racks_below.insert(racks_below.end(), lower.begin(), lower.end());
        }
        std::ranges::sort(racks_below);
        racks_below.erase(std::unique(racks_below.begin(), racks_below.end()), racks_below.end());
    }
}

void SupplyFailures::give(int unit, double watts, double concentration, std::vector<After>& after) const {
    After& to = after[static_cast<size_t>(unit)];
    to.more += watts;
    if (watts > 0)
        to.concentration = std::min(to.concentration, std::max(1 / instances(unit), concentration));
}

void SupplyFailures::lose_supplies(int unit, std::vector<After>& after) const {
    const auto& above = m_above[static_cast<size_t>(unit)];
    double touched = 0, moved = 0, left = 0;
    std::vector<Felt> feels;
    for (const Upper& upper : above) {
        const Felt here = felt(after[static_cast<size_t>(upper.unit)].dark, upper.all, instances(upper.unit),
                               instances(unit));
        feels.push_back(here);
        touched = std::max(touched, here.touched);
        moved += upper.share * here.lost;
        left += upper.weight * (1 - here.lost);
    }
    if (moved <= 0) return;
    double weight = 0;
    for (const Upper& upper : above) weight += upper.weight;
    if (left <= nothing * weight) {
        after[static_cast<size_t>(unit)].dark = touched;
        return;
    }
    const double load = touched * m_flows[static_cast<size_t>(unit)].in();
    for (size_t i = 0; i < above.size(); ++i) {
        const Upper& upper = above[i];
        const double more = load * moved * upper.weight * (1 - feels[i].lost) / left,
                     less = load * upper.share * feels[i].lost;
        give(upper.unit, more - less, upper.all ? 1 : touched, after);
    }
}

void SupplyFailures::hit_rack(int index, int lost_unit, std::vector<After>& after, SupplyFailure& out) const {
    const FedRack& rack = m_racks[static_cast<size_t>(index)];
    const double capacity = rack.capacity();
    double touched = 0, left = capacity;
    for (const FedRack::Feed& feed : rack.feeds) {
        const double dark = after[static_cast<size_t>(feed.unit)].dark;
        if (dark <= 0) continue;
        if (feed.unit != lost_unit) { // whole feeds, from above
            touched = std::max(touched, std::max(dark, 1 / rack.count));
            left -= feed.given;
            continue;
        }
        // One of the feeds at the rack itself: all that it gives to this one.
        const SupplyUnit& unit = m_chain.units[static_cast<size_t>(feed.unit)];
        touched = std::max(touched, 1 / std::min(rack.count, unit.instances));
        left -= unit.capacity > 0 ? std::min(unit.capacity, feed.given) : feed.given / unit.instances;
    }
    if (touched <= 0) return;
    touched = std::min(1.0, touched);
    if (left <= nothing * capacity) left = 0;
    out.hit.push_back({index, touched, left});
    if (rack.demand <= 0) return;
    const double ratio = left > 0 ? rack.demand / left : std::numeric_limits<double>::infinity();
    if (ratio > out.worst) {
        out.worst = ratio;
        out.worst_rack = index;
        out.worst_unit = -1;
    }
    if (left <= 0) return;
    for (const FedRack::Feed& feed : rack.feeds) {
        if (after[static_cast<size_t>(feed.unit)].dark > 0) continue;
        give(feed.unit, touched * rack.count * rack.demand * feed.given * (1 / left - 1 / capacity), touched,
             after);
    }
}

SupplyFailure SupplyFailures::lose_one(int lost) const {
    SupplyFailure out;
    std::vector<After> after(m_chain.units.size());
    const auto at = [&](int unit) -> After& { return after[static_cast<size_t>(unit)]; };
    at(lost).dark = 1 / std::max(1.0, instances(lost));
    for (int unit = lost - 1; unit >= 0; --unit) lose_supplies(unit, after);
    for (size_t r = 0; r < m_racks.size(); ++r) hit_rack(static_cast<int>(r), lost, after, out);

    for (size_t u = 0; u < m_chain.units.size(); ++u) {
        const SupplyUnit& unit = m_chain.units[u];
        const After& now = after[u];
        const double alive = unit.instances * (1 - now.dark);
        if (alive <= nothing) continue;
        for (const Upper& upper : m_above[u]) // what it carries more, those above it do, as they do now
            if (at(upper.unit).dark <= 0 && now.more != 0)
                give(upper.unit, now.more * upper.share, now.concentration, after);
        if (unit.capacity <= 0 || unit.feed >= 0) continue; // feeds of racks: as the racks
        const bool is_lost = static_cast<int>(u) == lost;
        if (!is_lost && now.more <= 0) continue; // as before: no matter of this failure
        double load = m_flows[u].out / unit.instances;
        if (is_lost)
            load = (m_flows[u].out + now.more) / alive;
        else
            load += now.more / (now.concentration * unit.instances);
        const double ratio = load / unit.capacity;
        if (ratio > out.worst) {
            out.worst = ratio;
            out.worst_unit = static_cast<int>(u);
            out.worst_rack = -1;
        }
        out.carried.push_back({static_cast<int>(u), ratio, load - unit.capacity});
    }
    return out;
}

} // namespace roofrack
