// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/drawing/check/rack_loads.h"
#include "core/drawing/cooling_kind.h"
#include "core/drawing/supply_kind.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string in_kw(double watts) { return fmt::format("{:.4g} kW", watts / 1000); }

/// Units of one promise: the loss that it says the rest bears.
struct PromisedUnits {
    int element = 0;
    double units = 0, power = 0; ///< sums over all units, W
};

/// What the promise lets be lost: a unit, or the larger of two sides. One element alone is both sides.
double promised_loss(Redundancy promise, const std::vector<PromisedUnits>& promised) {
    double most = 0;
    for (const PromisedUnits& each : promised) {
        const double side = promised.size() > 1 ? each.power : each.power / 2;
        const double unit = each.units > 1 ? each.power / each.units : each.power;
        most = std::max(most, promise == Redundancy::two_n ? side : unit);
    }
    return most;
}

class SupplyRules {
public:
    SupplyRules(CheckContext& context, const RackLoads& loads)
        : m_context(context)
        , m_loads(loads) {}

    void run() {
        for (const RackLoad& rack : m_loads.racks()) {
            if (!rack.equipped) continue;
            check_feeds(rack);
            check_media(rack);
        }
        for (const bool liquid : {false, true}) check_cooling(liquid);
        check_served();
        check_chain();
    }

private:
    void add(Severity severity, const char* rule, std::string message, std::string why,
             std::string mitigation, std::vector<std::string> where) {
        m_context.findings.push_back(
            {severity, rule, std::move(message), std::move(why), std::move(mitigation), std::move(where)});
    }

    bool takes_liquid(int unit) const {
        const CoolingKind kind = cooling_kind(m_context.parts.at(unit));
        return kind == CoolingKind::liquid || kind == CoolingKind::liquid_to_air;
    }
    bool takes_air(int unit) const {
        const CoolingKind kind = cooling_kind(m_context.parts.at(unit));
        return kind == CoolingKind::room_air || kind == CoolingKind::rear_door;
    }
    Redundancy promise_of(int unit) const { return m_context.at(unit).redundancy; }

    void check_feeds(const RackLoad& rack) {
        if (!rack.power_known || !rack.feeds_known) return;
        for (const Redundancy promise : {Redundancy::n_plus_1, Redundancy::two_n}) {
            std::vector<PromisedUnits> promised;
            std::vector<std::string> where{m_context.at(rack.rack).id};
            for (const FeedShare& share : rack.shares)
                if (promise_of(share.feed) == promise) {
                    promised.push_back({share.feed, share.count, share.power});
                    where.push_back(m_context.at(share.feed).id);
                }
            if (promised.empty()) continue;
            const double left = rack.fed.whole() - promised_loss(promise, promised);
            if (rack.power <= left * 1.001) continue;
            add(Severity::warning, "feeds-not-redundant",
                fmt::format("{}: its feeds promise {}, but with {} lost {} are left for {} of nameplates",
                            m_context.title(m_context.at(rack.rack)),
                            promise == Redundancy::two_n ? "2N" : "N+1",
                            promise == Redundancy::two_n ? "one side" : "one", in_kw(std::max(0.0, left)),
                            in_kw(rack.power)),
                "A failure that the feeds shall bear takes the rack down, or slows it.",
                "Add feeds, or promise less.", std::move(where));
        }
    }

    /// Heat into a medium that no unit at the rack takes, where others are drawn.
    void check_media(const RackLoad& rack) {
        const Element& element = m_context.at(rack.rack);
        if (rack.cooling.empty() || element.cooling_limit) return;
        const auto say = [&](Severity severity, const char* medium, double heat, const char* why,
                             const char* unit) {
            add(severity, "rack-cooling-incomplete",
                fmt::format("{} gives off {} into {}, and no unit takes it", m_context.title(element),
                            in_kw(heat), medium),
                why, fmt::format("Connect {} to it or to its room.", unit), {element.id});
        };
        const auto any = [&](auto&& takes) { return std::ranges::any_of(rack.cooling, takes); };
        if (rack.air > 0 && !element.supply && !any([this](int unit) { return takes_air(unit); }))
            say(Severity::warning, "air", rack.air,
                "Its temperature is a guess, and no limit to this heat is set.", "a CRAH or a rear door");
        if (rack.liquid > 0 && !any([this](int unit) { return takes_liquid(unit); }))
            say(Severity::critical, "liquid", rack.liquid,
                "It cannot run: no air carries what cold plates give off. Its step is shown at the lowest "
                "clock.",
                "a CDU");
    }

    /// Units of one medium that promise alike and serve the same racks keep the promise together.
    void check_cooling(bool liquid) {
        std::map<std::pair<Redundancy, std::set<int>>, std::vector<PromisedUnits>> pools;
        for (const auto& [unit, racks] : m_loads.served())
            if (m_context.at(unit).kind == ElementKind::cooling && promise_of(unit) != Redundancy::none &&
                (liquid ? takes_liquid(unit) : takes_air(unit)) && !racks.empty())
                pools[{promise_of(unit), racks}].push_back(units_of(unit));
        for (const auto& [key, promised] : pools) {
            double heat = 0, capacity = 0;
            std::vector<std::string> where;
            for (const int index : key.second) {
                const RackLoad& rack = m_loads.racks()[static_cast<size_t>(index)];
                heat += rack.instances * (liquid ? rack.liquid : rack.air);
            }
            for (const PromisedUnits& each : promised) {
                capacity += each.power;
                where.push_back(m_context.at(each.element).id);
            }
            const double left = capacity - promised_loss(key.first, promised);
            if (capacity <= 0 || heat <= left * 1.001) continue;
            const std::string name = m_context.title(m_context.at(promised.front().element));
            add(Severity::warning, "cooling-not-redundant",
                fmt::format("{} promises {}, but with {} lost {} are left for {} of heat", name,
                            key.first == Redundancy::two_n ? "2N" : "N+1",
                            key.first == Redundancy::two_n ? "one side" : "one unit", in_kw(left),
                            in_kw(heat)),
                "A failure that the cooling shall bear slows the racks down.", "Add units, or promise less.",
                std::move(where));
        }
    }

    PromisedUnits units_of(int unit) const {
        const Part* part = m_context.parts.at(unit);
        const double units = m_context.containment.instances(unit);
        return {unit, units, units * (part ? part->value_or("capacity", 0) : 0)};
    }

    /// For each element, and last of the whole drawing: whether servers, switches or storage stand in it.
    std::vector<bool> holds_load() const {
        const size_t size = m_context.cluster.elements.size();
        std::vector<bool> out(size + 1);
        for (size_t i = 0; i < size; ++i) {
            const ElementKind kind = m_context.cluster.elements[i].kind;
            if (kind != ElementKind::server && kind != ElementKind::switch_ && kind != ElementKind::storage)
                continue;
            out[size] = true;
            for (int at = m_context.containment.parent(static_cast<int>(i)); at >= 0;
                 at = m_context.containment.parent(at))
                out[static_cast<size_t>(at)] = true;
        }
        return out;
    }

    /// A unit without links serves the container around it, also what stands in no rack.
    void check_served() {
        std::set<std::string_view> linked;
        for (const Link& link : m_context.cluster.links) linked.insert({link.from, link.to});
        const std::vector<bool> holds = holds_load();
        for (size_t i = 0; i + 1 < holds.size(); ++i) {
            const Element& unit = m_context.cluster.elements[i];
            if (unit.kind != ElementKind::feed && unit.kind != ElementKind::cooling) continue;
            const int home = m_context.containment.parent(static_cast<int>(i));
            if (linked.contains(unit.id) || (home < 0 ? holds.back() : holds[static_cast<size_t>(home)]))
                continue;
            add(Severity::warning, "supply-serves-nothing",
                fmt::format("{} serves nothing", m_context.title(unit)),
                "It is bought, and takes nothing off what is drawn.", "Connect it to racks, or delete it.",
                {unit.id});
        }
    }

    /// Units that feed each other have one voltage, and one frequency.
    void check_chain() {
        for (const Link& link : m_context.cluster.links) {
            const int upper = m_context.containment.index(link.from),
                      lower = m_context.containment.index(link.to);
            if (upper < 0 || lower < 0 || m_context.at(upper).kind != ElementKind::feed ||
                m_context.at(lower).kind != ElementKind::feed)
                continue;
            const Part *from = m_context.parts.at(upper), *to = m_context.parts.at(lower);
            if (!from || !to) continue;
            if (const std::string why = supply_mismatch(*from, *to); !why.empty())
                mismatch(fmt::format("“{}” feeds “{}” with {}", m_context.title(m_context.at(upper)),
                                     m_context.title(m_context.at(lower)), why),
                         link);
        }
    }

    void mismatch(std::string message, const Link& link) {
        add(Severity::critical, finding_id::supply_mismatch.data(), std::move(message),
            "Nothing behind it works as drawn.",
            "Put a transformer between them, or choose a part of the same voltage and frequency.",
            {link.id, link.from, link.to});
    }

    CheckContext& m_context;
    const RackLoads& m_loads;
};

} // namespace

void check_supply(CheckContext& context, const RackLoads& loads) { SupplyRules(context, loads).run(); }

} // namespace roofrack
