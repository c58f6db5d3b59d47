// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/rack_layout.h"
#include "core/units/saturated.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// What stands in one instance of a rack, by the nameplates.
struct RackLoad {
    int rack = 0;
    double instances = 0;
    double height_u = 0;
    double power = 0; ///< W
    bool power_known = true;
    bool equipped = false;
    bool placed = false; ///< something has a unit of its own
    std::vector<const Element*> contents;
    std::vector<int> feeds, cooling;
    double feed_power = 0; ///< W, share of one instance in all its feeds
    double feed_count = 0; ///< feeds that one instance has
    bool feeds_known = true;
};

class RackRules {
public:
    explicit RackRules(CheckContext& context)
        : m_context(context) {}

    void run() {
        const int size = static_cast<int>(m_context.cluster.elements.size());
        read_racks();
        for (const Link& link : m_context.cluster.links)
            for (const auto& [end, other] :
                 {std::pair(&link.from, &link.to), std::pair(&link.to, &link.from)})
                if (const int unit = m_context.containment.index(*end); unit >= 0 && supplies(unit))
                    if (const int target = m_context.containment.index(*other); target >= 0)
                        m_supplied[unit].push_back(target);
        bool any_feed = false, any_cooling = false;
        for (int i = 0; i < size; ++i) {
            if (m_context.at(i).kind == ElementKind::feed) {
                any_feed = true;
                supply(i, &RackLoad::feeds);
            } else if (m_context.at(i).kind == ElementKind::cooling) {
                any_cooling = true;
                supply(i, &RackLoad::cooling);
            }
        }
        share_feeds();
        for (const RackLoad& rack : m_racks) {
            if (!rack.equipped) continue;
            check_height(rack);
            check_supply(rack, any_feed, any_cooling);
            check_power(rack);
        }
    }

private:
    void add(Severity severity, const char* id, const Element& rack, std::string message, std::string why,
             std::string relief) {
        m_context.findings.push_back(
            {severity, id, std::move(message), std::move(why), std::move(relief), {rack.id}});
    }

    bool supplies(int element) const {
        const ElementKind kind = m_context.at(element).kind;
        return kind == ElementKind::feed || kind == ElementKind::cooling;
    }

    void read_racks() {
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
        }
    }

    /// Equipment into the rack around it.
    void put(int index, RackLoad& out) const {
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
        std::optional<double> power = part->value("max_power");
        if (!power) power = part->value("typical_power");
        if (!power) power = part->value("power");
        if (power)
            out.power += count * *power;
        else if (element.kind == ElementKind::server)
            out.power_known = false;
    }

    /// A feed or cooling unit serves what it is linked to; without links, the container it stands in.
    void supply(int unit, std::vector<int> RackLoad::*list) {
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

    /// Racks on one feed share it in proportion to their nameplates, as the facility model does.
    void share_feeds() {
        for (const auto& [feed, served] : m_served) {
            if (m_context.at(feed).kind != ElementKind::feed) continue;
            double demand = 0;
            for (const int load : served) {
                const RackLoad& rack = m_racks[static_cast<size_t>(load)];
                demand += rack.power * rack.instances;
            }
            const Part* part = m_context.parts.at(feed);
            const double power_factor = m_context.catalog.defaults().power.power_factor;
            const auto apparent = part ? part->value("apparent_power") : std::nullopt;
            const double feeds = m_context.containment.instances(feed);
            for (const int load : served) {
                RackLoad& rack = m_racks[static_cast<size_t>(load)];
                if (demand <= 0) continue;
                if (!apparent) rack.feeds_known = false;
                const double share = rack.power / demand;
                rack.feed_power += apparent.value_or(0) *
                                   (part ? part->value_or("power_factor", power_factor) : 0) * feeds * share;
                rack.feed_count += feeds * share;
            }
        }
    }

    void check_height(const RackLoad& load) {
        const Element& rack = m_context.at(load.rack);
        const Part* part = m_context.parts.at(load.rack);
        const auto height = part ? part->value("height_u") : std::nullopt;
        if (height && load.height_u <= *height && load.placed) check_units(load, *height);
        if (!height || load.height_u <= *height) return;
        add(Severity::warning, "rack-over-full", rack,
            fmt::format("{} holds {:g} U of equipment and has {:g} U", CheckContext::title(rack),
                        load.height_u, *height),
            "It does not fit.", "Take a server out, choose a taller rack, or draw more racks.");
    }

    /// There is height enough, but not where the devices were put.
    void check_units(const RackLoad& load, double height) {
        for (const RackDevice& device :
             rack_layout(load.contents, saturated<int>(height), m_context.catalog).devices) {
            if (device.fits) continue;
            add(Severity::warning, "rack-over-full", m_context.at(load.rack),
                fmt::format("{}: {} stands above the uppermost of {:g} U",
                            CheckContext::title(m_context.at(load.rack)), device.name, height),
                "It does not fit where the others stand.", "Move the devices of the rack together.");
            return;
        }
    }

    void check_supply(const RackLoad& load, bool any_feed, bool any_cooling) {
        const Element& rack = m_context.at(load.rack);
        if (load.feeds.empty() && !rack.power_limit)
            add(any_feed ? Severity::warning : Severity::info, "rack-no-feed", rack,
                fmt::format("{} has no feed", CheckContext::title(rack)),
                "What power it may draw is unknown, so no limit is set.",
                "Connect a feed, or set its power limit.");
        if (load.cooling.empty() && !rack.cooling_limit && !rack.supply)
            add(any_cooling ? Severity::warning : Severity::info, "rack-no-cooling", rack,
                fmt::format("{} has no cooling", CheckContext::title(rack)),
                "The temperature at its inlet is a guess, and no limit to its heat is set.",
                "Connect a cooling unit to it or to its room.");
    }

    void check_power(const RackLoad& load) {
        const Element& rack = m_context.at(load.rack);
        const Part* part = m_context.parts.at(load.rack);
        const auto kw = [](double watts) { return fmt::format("{:.4g} kW", watts / 1000); };
        if (!load.power_known || load.power <= 0) return;
        const auto holds = part ? part->value("power_max") : std::nullopt;
        if (holds && load.power > *holds * 1.001)
            add(Severity::warning, "rack-over-power", rack,
                fmt::format("{}: {} of nameplates in a rack for {}", CheckContext::title(rack),
                            kw(load.power), kw(*holds)),
                "The rack and its cooling are not made for so much.",
                "Spread the servers over more racks, or choose a denser rack.");
        const double limit = rack.power_limit ? rack.power_limit->si() : load.feed_power;
        if (limit <= 0 || !load.feeds_known) return;
        if (load.power > limit * 1.001) {
            add(Severity::warning, "rack-over-power", rack,
                fmt::format("{}: {} of nameplates on feeds for {}", CheckContext::title(rack), kw(load.power),
                            kw(limit)),
                "At full load the rack must slow down or trips its breaker.",
                "Add a feed, or take a server out.");
            return;
        }
        // One feed lost; the rest must carry all.
        if (rack.power_limit || load.feed_count <= 0) return;
        const double left = load.feed_power * std::max(0.0, 1 - 1 / load.feed_count);
        if (load.power > left * 1.001)
            add(Severity::info, "rack-no-spare-feed", rack,
                fmt::format("{}: with one feed lost {} are left for {} of nameplates",
                            CheckContext::title(rack), kw(left), kw(load.power)),
                "A single failure takes the rack down, or slows it.", "Add a feed to each rack (N+1).");
    }

    CheckContext& m_context;
    std::vector<RackLoad> m_racks;
    std::vector<int> m_load_of;                 ///< of each element: its place in m_racks, or −1
    std::vector<std::vector<int>> m_inside;     ///< of each element: the racks in it, and itself
    std::map<int, std::vector<int>> m_supplied; ///< of each linked feed or cooling unit: what it is linked to
    std::map<int, std::set<int>> m_served;      ///< of each feed or cooling unit: racks
};

} // namespace

void check_racks(CheckContext& context) { RackRules(context).run(); }

} // namespace roofrack
