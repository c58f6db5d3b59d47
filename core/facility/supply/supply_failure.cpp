// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/supply_failure.h"

#include <algorithm>
#include <limits>

namespace roofrack {

namespace {

constexpr double nothing = 1e-9; ///< share of a capacity that counts as nothing

/// What a share of dark instances of a unit does to a unit that it feeds.
struct Impact {
    double touched = 0; ///< share of the lower unit's instances
    double lost = 0;    ///< share of what each of these gets that way
};

Impact impact_of(double dark, bool all, double uppers, double lowers) {
    if (dark <= 0) return {};
    if (all) return {1, dark};
    const double each = std::max(1.0, uppers / lowers),
                 lost = dark * uppers; // uppers of one lower unit; instances
    if (lost < each) return {1 / lowers, lost / each};
    return {std::min(1.0, std::max(dark, 1 / lowers)), 1};
}

/// Shares of a rack's load by its feeds, which add up to 1.
void share_load(FedRack& rack) {
    double all = 0;
    for (const FedRack::Feed& feed : rack.feeds) all += feed.share;
    const double capacity = rack.capacity();
    for (FedRack::Feed& feed : rack.feeds)
        feed.share = all > 0        ? feed.share / all
                     : capacity > 0 ? feed.given / capacity
                                    : 1 / static_cast<double>(rack.feeds.size());
}

} // namespace

double FedRack::capacity() const {
    double sum = 0;
    for (const Feed& feed : feeds) sum += feed.given;
    return sum;
}

SupplyFailures::SupplyFailures(const SupplyChain& chain, SupplyState state)
    : m_chain(chain)
    , m_state(std::move(state))
    , m_upstream(chain.units.size())
    , m_racks_below(chain.units.size())
    , m_usual(chain.units.size())
    , m_carries(chain.units.size(), 0) {
    for (size_t u = 0; u < chain.units.size(); ++u)
        for (const SupplyLink& link : chain.units[u].below)
            m_upstream[static_cast<size_t>(link.unit)].push_back(
                {static_cast<int>(u), link.all, link.share, 0});
    for (std::vector<Upstream>& above : m_upstream) {
        const bool known = std::ranges::all_of(above, [&](const Upstream& upper) {
            return chain.units[static_cast<size_t>(upper.unit)].capacity > 0;
        });
        for (Upstream& upper : above) {
            const SupplyUnit& unit = chain.units[static_cast<size_t>(upper.unit)];
            upper.weight = unit.instances * (known ? unit.capacity : 1);
        }
    }
    for (const SupplyFlow& flow : m_state.transferable) m_other_load.push_back(flow.out);
    for (size_t r = 0; r < m_state.racks.size(); ++r) {
        FedRack& rack = m_state.racks[r];
        share_load(rack);
        for (const FedRack::Feed& feed : rack.feeds) {
            m_racks_below[static_cast<size_t>(feed.unit)].push_back(static_cast<int>(r));
            m_other_load[static_cast<size_t>(feed.unit)] -= rack.count * rack.demand * feed.share;
        }
    }
    for (const FedEquipment& each : m_state.equipment)
        for (const FedEquipment::Feed& feed : each.feeds) {
            if (each.demand > 0) m_carries[static_cast<size_t>(feed.unit)] = 1;
            m_other_load[static_cast<size_t>(feed.unit)] -= each.demand * feed.share;
        }
    m_racks_on = m_racks_below;
    for (size_t u = 0; u < chain.units.size(); ++u) {
        std::vector<int>& racks_below = m_racks_below[u];
        for (const SupplyLink& link : chain.units[u].below) {
            const auto at = static_cast<size_t>(link.unit);
            const auto& lower = m_racks_below[at];
            racks_below.insert(racks_below.end(), lower.begin(), lower.end());
            if (m_carries[at]) m_carries[u] = 1;
            m_other_load[u] -= link.share * m_state.transferable[at].in();
        }
        std::ranges::sort(racks_below);
        racks_below.erase(std::unique(racks_below.begin(), racks_below.end()), racks_below.end());
        if (!racks_below.empty()) m_carries[u] = 1;
    }
    for (size_t u = 0; u < chain.units.size(); ++u) m_usual[u].out = m_other_load[u];
    const std::vector<char> all(chain.units.size(), 1);
    SupplyFailure none;
    for (size_t r = 0; r < m_state.racks.size(); ++r) move_rack(static_cast<int>(r), -1, all, m_usual, none);
}

void SupplyFailures::After::gain(double watts, double concentration) {
    if (watts <= 0) return;
    gained += watts;
    gained_per_share += watts / concentration;
}

/// What of a unit the units above it leave dark.
void SupplyFailures::darken(int unit, std::vector<After>& after) const {
    double touched = 0, left = 0, weight = 0;
    bool is_hit = false;
    for (const Upstream& upper : m_upstream[static_cast<size_t>(unit)]) {
        const Impact here = impact_of(after[static_cast<size_t>(upper.unit)].dark, upper.all,
                                      instances(upper.unit), instances(unit));
        is_hit = is_hit || here.lost > 0;
        touched = std::max(touched, here.touched);
        left += upper.weight * (1 - here.lost);
        weight += upper.weight;
    }
    After& now = after[static_cast<size_t>(unit)];
    if (is_hit && left <= nothing * weight) now.dark = std::max(now.dark, touched);
}

/// Splits what a unit takes on those above it: as they did, and what some no longer give by what the others
/// may carry.
void SupplyFailures::pass_up(int unit, std::vector<After>& after) const {
    const auto& above = m_upstream[static_cast<size_t>(unit)];
    if (above.empty()) return;
    const After& now = after[static_cast<size_t>(unit)];
    const SupplyUnit& of = m_chain.units[static_cast<size_t>(unit)];
    const double before = m_state.transferable[static_cast<size_t>(unit)].in(),
                 in = now.out + of.loss_at(now.out, of.instances * (1 - now.dark));
    std::vector<Impact> impacts;
    double touched = 0, moved = 0, left = 0, weight = 0;
    for (const Upstream& upper : above) {
        const Impact here = impact_of(after[static_cast<size_t>(upper.unit)].dark, upper.all,
                                      instances(upper.unit), of.instances);
        impacts.push_back(here);
        touched = std::max(touched, here.touched);
        moved += upper.share * here.lost;
        left += upper.weight * (1 - here.lost);
        weight += upper.weight;
    }
    const bool moves = moved > 0 && left > nothing * weight;
    for (size_t i = 0; i < above.size(); ++i) {
        const Upstream& upper = above[i];
        // Where nothing is left to move to, what is dark is gone already.
        const double change = moves ? touched * (moved * upper.weight * (1 - impacts[i].lost) / left -
                                                 upper.share * impacts[i].lost)
                                    : 0;
        After& to = after[static_cast<size_t>(upper.unit)];
        const double share = upper.share + change;
        to.out += in * share;
        if (now.out > 0) to.of_racks += in * share * now.of_racks / now.out;
        const auto spread = [&](double concentration) {
            return upper.all ? 1 : std::max(1 / instances(upper.unit), concentration);
        };
        to.gain(in * change, spread(touched));
        to.gain((in - before) * upper.share, spread(now.concentration()));
    }
}

std::vector<char> SupplyFailures::units_of_changed_racks(const std::vector<After>& after) const {
    std::vector<char> changed(after.size(), 0);
    for (size_t u = 0; u < after.size(); ++u) {
        if (after[u].dark <= 0) continue;
        changed[u] = 1;
        for (const int rack : m_racks_on[u])
            for (const FedRack::Feed& feed : m_state.racks[static_cast<size_t>(rack)].feeds)
                changed[static_cast<size_t>(feed.unit)] = 1;
    }
    return changed;
}

/// Most failures reach few of many racks: what the others draw is known.
void SupplyFailures::move_racks(int lost, std::vector<After>& after, SupplyFailure& out) const {
    const std::vector<char> changed = units_of_changed_racks(after);
    std::vector<int> racks;
    for (size_t u = 0; u < after.size(); ++u) {
        if (changed[u]) {
            after[u].out = m_other_load[u] * (1 - after[u].dark);
            racks.insert(racks.end(), m_racks_on[u].begin(), m_racks_on[u].end());
        } else {
            after[u].out = m_usual[u].out;
            after[u].of_racks = m_usual[u].of_racks;
        }
    }
    std::ranges::sort(racks);
    racks.erase(std::unique(racks.begin(), racks.end()), racks.end());
    for (const int rack : racks) move_rack(rack, lost, changed, after, out);
}

/// Adds what a rack draws to the `changed` units.
void SupplyFailures::move_rack(int index, int lost_unit, const std::vector<char>& changed,
                               std::vector<After>& after, SupplyFailure& out) const {
    const FedRack& rack = m_state.racks[static_cast<size_t>(index)];
    const double load = rack.count * rack.demand;
    if (std::ranges::none_of(rack.feeds, [&](const FedRack::Feed& feed) {
            return after[static_cast<size_t>(feed.unit)].dark > 0;
        })) { // it only shares a unit with one that is reached
        for (const FedRack::Feed& feed : rack.feeds) {
            if (!changed[static_cast<size_t>(feed.unit)]) continue;
            After& at = after[static_cast<size_t>(feed.unit)];
            at.out += load * feed.share;
            at.of_racks += load * feed.share;
        }
        return;
    }
    const double capacity = rack.capacity();
    double touched = 0, left = 0, shares = 0;
    std::vector<double> rest; // share of each feed that these racks keep
    for (const FedRack::Feed& feed : rack.feeds) {
        const double dark = after[static_cast<size_t>(feed.unit)].dark;
        const SupplyUnit& unit = m_chain.units[static_cast<size_t>(feed.unit)];
        double kept = 1;
        if (dark > 0 && feed.unit != lost_unit) { // whole feeds, from above
            touched = std::max(touched, std::max(dark, 1 / rack.count));
            kept = 0;
        } else if (dark > 0) {
            // One of the feeds at the rack itself: all that it gives to this one.
            touched = std::max(touched, 1 / std::min(rack.count, unit.instances));
            kept = unit.capacity > 0 && feed.given > 0 ? 1 - std::min(1.0, unit.capacity / feed.given)
                                                       : 1 - 1 / unit.instances;
        }
        rest.push_back(kept);
        left += feed.given * kept;
        shares += feed.share * kept;
    }
    touched = std::min(1.0, touched);
    const bool is_dark = touched > 0 && shares <= nothing;
    for (size_t i = 0; i < rack.feeds.size(); ++i) {
        const FedRack::Feed& feed = rack.feeds[i];
        const double then = is_dark || touched <= 0 ? 0 : feed.share * rest[i] / shares,
                     carried = load * ((1 - touched) * feed.share + touched * then);
        After& at = after[static_cast<size_t>(feed.unit)];
        at.out += carried;
        at.of_racks += carried;
        at.gain(carried - load * feed.share, std::max(1 / instances(feed.unit), touched));
    }
    if (touched <= 0) return;
    if (is_dark || left <= nothing * capacity) left = 0;
    out.hit.push_back({index, touched, left});
    if (rack.demand <= 0) return;
    const double ratio = left > 0 ? rack.demand / left : std::numeric_limits<double>::infinity();
    if (ratio > out.worst) {
        out.worst = ratio;
        out.worst_rack = index;
        out.worst_unit = -1;
    }
}

void SupplyFailures::move_equipment(int index, std::vector<After>& after, SupplyFailure& out) const {
    const FedEquipment& each = m_state.equipment[static_cast<size_t>(index)];
    double lost = 0, left = 0, capacity = 0;
    const auto dark = [&](const FedEquipment::Feed& feed) {
        return after[static_cast<size_t>(feed.unit)].dark;
    };
    for (const FedEquipment::Feed& feed : each.feeds) {
        lost += feed.share * dark(feed);
        left += feed.capacity * (1 - dark(feed));
        capacity += feed.capacity;
    }
    const bool is_dark = left <= nothing * capacity;
    if (is_dark && each.demand > 0) {
        out.dark_equipment.push_back(index);
        constexpr double dark_ratio = std::numeric_limits<double>::infinity();
        if (out.worst < dark_ratio) out.worst_unit = out.worst_rack = -1; // dark racks are named before it
        out.worst = dark_ratio;
    }
    for (const FedEquipment::Feed& feed : each.feeds) {
        if (is_dark) continue;
        const double gained = lost * feed.capacity * (1 - dark(feed)) / left;
        After& at = after[static_cast<size_t>(feed.unit)];
        at.out += each.demand * (feed.share * (1 - dark(feed)) + gained);
        at.gain(each.demand * (gained - feed.share * dark(feed)), 1);
    }
}

/// How full the worst instance of a unit is then.
void SupplyFailures::judge(int index, int lost, const After& now, SupplyFailure& out) const {
    const SupplyUnit& unit = m_chain.units[static_cast<size_t>(index)];
    const SupplyFlow &own = m_state.own[static_cast<size_t>(index)],
                     &transferable = m_state.transferable[static_cast<size_t>(index)];
    const double alive = unit.instances * (1 - now.dark);
    // Feeds of racks alone are judged as the racks see them.
    if (alive <= nothing || unit.capacity <= 0 || (unit.rack_feed >= 0 && unit.unracked_share <= 0)) return;
    const double more = now.out - transferable.out * (1 - now.dark);
    if (index != lost && more <= nothing * transferable.out) return; // as before: no matter of this failure
    const double load =
        own.out / unit.instances + std::max(0.0, more) / std::max(1.0, now.concentration() * alive);
    const double ratio = load / unit.capacity;
    if (ratio > out.worst) {
        out.worst = ratio;
        out.worst_unit = index;
        out.worst_rack = -1;
    }
    out.carried.push_back(
        {index, ratio, load - unit.capacity, now.out > 0 ? std::min(1.0, now.of_racks / now.out) : 0});
}

SupplyFailure SupplyFailures::fail_unit(int lost) const {
    SupplyFailure out;
    std::vector<After> after(m_chain.units.size());
    const auto at = [&](size_t unit) -> After& { return after[unit]; };
    at(static_cast<size_t>(lost)).dark = 1 / std::max(1.0, instances(lost));
    for (int unit = lost - 1; unit >= 0; --unit) darken(unit, after);
    move_racks(lost, after, out);
    for (size_t e = 0; e < m_state.equipment.size(); ++e) move_equipment(static_cast<int>(e), after, out);
    for (size_t u = 0; u < m_chain.units.size(); ++u) {
        judge(static_cast<int>(u), lost, at(u), out);
        pass_up(static_cast<int>(u), after);
        out.out.push_back(at(u).out);
    }
    return out;
}

} // namespace roofrack
