// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/check/rack_loads.h"

#include "core/base/catalog/catalog.h"

#include <algorithm>

namespace roofrack {

namespace {

/// W of one device.
std::optional<double> nameplate_of(const Part* part) {
    if (!part) return std::nullopt;
    std::optional<double> power = part->value("max_power");
    if (!power) power = part->value("typical_power");
    if (!power) power = part->value("power");
    return power;
}

} // namespace

RackLoads::RackLoads(const CheckContext& context)
    : m_context(context) {
    const int size = static_cast<int>(m_context.cluster.elements.size());
    read_racks();
    for (const Link& link : m_context.cluster.links)
        for (const auto& [end, other] : {std::pair(&link.from, &link.to), std::pair(&link.to, &link.from)})
            if (const int unit = m_context.containment.index(*end); unit >= 0 && supplies(unit))
                if (const int target = m_context.containment.index(*other); target >= 0) {
                    const bool between_feeds = m_context.at(unit).kind == ElementKind::feed &&
                                               m_context.at(target).kind == ElementKind::feed;
                    if (!between_feeds)
                        m_supplied[unit].push_back(target);
                    else if (end == &link.from) // it serves what the other one does
                        m_supplied[unit];
                }
    for (int i = 0; i < size; ++i) {
        if (m_context.at(i).kind == ElementKind::feed) {
            m_any_feed = true;
            supply(i, &RackLoad::feeds, &UnrackedServer::fed);
        } else if (m_context.at(i).kind == ElementKind::cooling) {
            m_any_cooling = true;
            supply(i, &RackLoad::cooling, &UnrackedServer::cooled);
        }
    }
    share_feeds();
}

bool RackLoads::supplies(int element) const {
    const ElementKind kind = m_context.at(element).kind;
    return kind == ElementKind::feed || kind == ElementKind::cooling;
}

void RackLoads::read_racks() {
    const size_t size = m_context.cluster.elements.size();
    m_load_of.assign(size, -1);
    m_inside.resize(size);
    for (size_t i = 0; i < size; ++i) {
        const int index = static_cast<int>(i);
        if (m_context.at(index).kind != ElementKind::rack) continue;
        const int load = static_cast<int>(m_racks.size());
        m_load_of[i] = load;
        for (int at = index; at >= 0; at = m_context.containment.parent(at))
            m_inside[static_cast<size_t>(at)].push_back(load);
        RackLoad out;
        out.rack = index;
        out.instances = m_context.containment.instances(index);
        m_racks.push_back(std::move(out));
    }
    for (size_t i = 0; i < size; ++i) {
        const int index = static_cast<int>(i);
        if (const int rack = m_context.containment.enclosing(index, ElementKind::rack); rack >= 0)
            put(index, m_racks[static_cast<size_t>(m_load_of[static_cast<size_t>(rack)])]);
        else if (m_context.at(index).kind == ElementKind::server)
            m_unracked.push_back({index, m_context.containment.instances(index),
                                  nameplate_of(m_context.parts.at(index)).value_or(0)});
    }
}

/// Equipment into the rack around it.
void RackLoads::put(int index, RackLoad& out) const {
    const Element& element = m_context.at(index);
    if (element.kind != ElementKind::server && element.kind != ElementKind::switch_ &&
        element.kind != ElementKind::storage)
        return;
    out.equipped = true;
    out.placed = out.placed || element.u.has_value();
    out.contents.push_back(&element);
    const Part* part = m_context.parts.at(index);
    if (!part) return;
    const double count = m_context.containment.within(index, out.rack);
    out.height_u += count * part->value_or("height_u", 0);
    if (const std::optional<double> power = nameplate_of(part)) {
        const double air = element.kind == ElementKind::server
                               ? std::clamp(part->value_or("air_heat_share", 1), 0.0, 1.0)
                               : 1;
        out.power += count * *power;
        out.air += count * *power * air;
        out.liquid += count * *power * (1 - air);
    } else if (element.kind == ElementKind::server)
        out.power_known = false;
}

bool RackLoads::is_in(int element, int container) const {
    int at = element;
    while (at >= 0 && at != container) at = m_context.containment.parent(at);
    return at == container;
}

/// As racks are supplied: by links to them or to what they stand in, without links by the place of the unit.
void RackLoads::supply_unracked(int unit, bool UnrackedServer::*is_supplied) {
    const auto linked = m_supplied.find(unit);
    const std::vector<int> home{m_context.containment.parent(unit)};
    for (UnrackedServer& each : m_unracked)
        for (const int target : linked == m_supplied.end() ? home : linked->second)
            each.*is_supplied = each.*is_supplied || is_in(each.server, target);
}

void RackLoads::supply(int unit, std::vector<int> RackLoad::*list, bool UnrackedServer::*is_supplied) {
    supply_unracked(unit, is_supplied);
    std::set<int>& served = m_served[unit];
    const auto serve = [&](int load) {
        if (served.insert(load).second) (m_racks[static_cast<size_t>(load)].*list).push_back(unit);
    };
    const auto linked = m_supplied.find(unit);
    if (linked == m_supplied.end()) {
        const int home = m_context.containment.parent(unit);
        if (home >= 0)
            std::ranges::for_each(m_inside[static_cast<size_t>(home)], serve);
        else
            for (size_t load = 0; load < m_racks.size(); ++load) serve(static_cast<int>(load));
        return;
    }
    for (const int target : linked->second) {
        std::ranges::for_each(m_inside[static_cast<size_t>(target)], serve);
        if (const int rack = m_context.containment.enclosing(target, ElementKind::rack); rack >= 0)
            serve(m_load_of[static_cast<size_t>(rack)]);
    }
}

/// Racks on one feed share it in proportion to their nameplates: no run is known here. The facility model
/// shares it by what they draw at full clock.
void RackLoads::share_feeds() {
    for (const auto& [feed, served] : m_served) {
        if (m_context.at(feed).kind != ElementKind::feed) continue;
        double demand = 0;
        for (const int load : served) {
            const RackLoad& rack = m_racks[static_cast<size_t>(load)];
            demand += rack.power * rack.instances;
        }
        const Part* part = m_context.parts.at(feed);
        const auto capacity = part ? feed_capacity(*part, m_context.catalog.defaults().power) : std::nullopt;
        const double unit = capacity ? capacity->si() : 0;
        const double feeds = m_context.containment.instances(feed);
        for (const int load : served) {
            RackLoad& rack = m_racks[static_cast<size_t>(load)];
            if (demand <= 0) continue;
            if (!capacity) rack.feeds_known = false;
            const double count = feeds * rack.power / demand;
            rack.fed.add(unit, unit * count);
            rack.shares.push_back({feed, unit * count, count});
        }
    }
}

} // namespace roofrack
