// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/saturated.h"
#include "core/drawing/check/rack_loads.h"
#include "core/drawing/rack_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace roofrack {

namespace {

class RackRules {
public:
    RackRules(CheckContext& context, const RackLoads& loads)
        : m_context(context)
        , m_loads(loads) {}

    void run() {
        for (const RackLoad& rack : m_loads.racks()) {
            if (!rack.equipped) continue;
            check_height(rack);
            check_supply(rack, m_loads.any_feed(), m_loads.any_cooling());
            check_power(rack);
        }
        for (const UnrackedServer& server : m_loads.unracked()) check_unracked(server);
    }

private:
    void add(Severity severity, const char* id, const Element& rack, std::string message, std::string why,
             std::string mitigation) {
        m_context.findings.push_back(
            {severity, id, std::move(message), std::move(why), std::move(mitigation), {rack.id}});
    }

    void check_height(const RackLoad& load) {
        const Element& rack = m_context.at(load.rack);
        const Part* part = m_context.parts.at(load.rack);
        const auto height = part ? part->value("height_u") : std::nullopt;
        if (height && load.height_u <= *height && load.placed) check_units(load, *height);
        if (!height || load.height_u <= *height) return;
        add(Severity::warning, "rack-over-full", rack,
            fmt::format("{} holds {:g} U of equipment and has {:g} U", m_context.title(rack), load.height_u,
                        *height),
            "It does not fit.", "Take a server out, choose a taller rack, or draw more racks.");
    }

    /// There is height enough, but not where the devices were put.
    void check_units(const RackLoad& load, double height) {
        for (const RackDevice& device :
             rack_layout(load.contents, saturated<int>(height), m_context.catalog).devices) {
            if (device.fits) continue;
            add(Severity::warning, "rack-over-full", m_context.at(load.rack),
                fmt::format("{}: {} stands above the uppermost of {:g} U",
                            m_context.title(m_context.at(load.rack)), device.name, height),
                "It does not fit where the others stand.", "Move the devices of the rack together.");
            return;
        }
    }

    /// ": 686.4 kW of nameplates in 16 racks"; empty: it is not known.
    static std::string amount_of(double power, double instances, std::string_view word) {
        if (power <= 0) return {};
        return fmt::format(": {} of nameplates{}", format_quantity(power * instances, Dimension::power),
                           instances > 1 ? fmt::format(" in {} {}", format_count(instances), word) : "");
    }

    void add_no_feed(const Element& element, Severity severity, const std::string& amount) {
        add(severity, "rack-no-feed", element,
            fmt::format("{} has no feed{}", m_context.title(element), amount),
            "What power it may draw is unknown, so no limit is set, and it runs at full speed.",
            "Connect a feed, or set its power limit.");
    }

    /// A server in no rack is as one by itself. Where no feed or no cooler is drawn, nobody drew the supply.
    void check_unracked(const UnrackedServer& load) {
        const Element& server = m_context.at(load.server);
        const std::string amount = amount_of(load.power, load.instances, "servers");
        if (m_loads.any_feed() && !load.fed && !server.power_limit)
            add_no_feed(server, Severity::warning, amount);
        if (m_loads.any_cooling() && !load.cooled && !server.cooling_limit)
            add(Severity::warning, "rack-no-cooling", server,
                fmt::format("{} has no cooling{}", m_context.title(server), amount),
                "Nothing takes its heat, so no limit to it is set.",
                "Connect a cooling unit to it or to its room.");
    }

    void check_supply(const RackLoad& load, bool any_feed, bool any_cooling) {
        const Element& rack = m_context.at(load.rack);
        const std::string amount =
            load.power_known ? amount_of(load.power, load.instances, "racks") : std::string();
        if (load.feeds.empty() && !rack.power_limit)
            add_no_feed(rack, any_feed ? Severity::warning : Severity::info, amount);
        // A set inlet says how warm the air is, not what takes the heat.
        if (load.cooling.empty() && !rack.cooling_limit && (any_cooling || !rack.supply))
            add(any_cooling ? Severity::warning : Severity::info, "rack-no-cooling", rack,
                fmt::format("{} has no cooling{}", m_context.title(rack), amount),
                rack.supply ? "Nothing takes its heat, so no limit to it is set."
                            : "The temperature at its inlet is a guess, and no limit to its heat is set.",
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
                fmt::format("{}: {} of nameplates in a rack for {}", m_context.title(rack), kw(load.power),
                            kw(*holds)),
                "The rack and its cooling are not made for so much.",
                "Spread the servers over more racks, or choose a denser rack.");
        const double limit = rack.power_limit ? rack.power_limit->si() : load.fed.whole();
        if (limit <= 0 || !load.feeds_known) return;
        if (load.power > limit * 1.001) {
            add(Severity::warning, "rack-over-power", rack,
                fmt::format("{}: {} of nameplates on feeds for {}", m_context.title(rack), kw(load.power),
                            kw(limit)),
                "At full load the rack must slow down or trips its breaker.",
                "Add a feed, or take a server out.");
            return;
        }
        // One feed lost; the rest must carry all.
        if (rack.power_limit) return;
        const double left = load.fed.after_worst_failure();
        if (load.power > left * 1.001)
            add(Severity::info, "rack-no-spare-feed", rack,
                fmt::format("{}: with one feed lost {} are left for {} of nameplates", m_context.title(rack),
                            kw(left), kw(load.power)),
                "A single failure takes the rack down, or slows it. Racks share their feeds here by "
                "nameplates; the limits of the facility share them by what the racks draw.",
                "Add a feed to each rack (N+1).");
    }

    CheckContext& m_context;
    const RackLoads& m_loads;
};

} // namespace

void check_racks(CheckContext& context, const RackLoads& loads) { RackRules(context, loads).run(); }

} // namespace roofrack
