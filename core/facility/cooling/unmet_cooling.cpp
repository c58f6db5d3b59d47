// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/cooling/unmet_cooling.h"

#include "core/base/units/quantity_text.h"
#include "core/facility/air.h"
#include "core/facility/cooling/flows.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string power_text(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string degrees(Celsius value) {
    return value.degrees() < hottest_air ? fmt::format("{:.3g} °C", value.degrees())
                                         : fmt::format("over {:.0f} °C", hottest_air);
}
std::string airflow_text(double flow) {
    return fmt::format("{} CFM", format_count(flow / cubic_feet_per_minute));
}
std::string coolant_flow_text(double flow) { return fmt::format("{:.4g} L/min", flow * 60000); }
const std::string& named(const RackState& rack) { return rack.name.empty() ? rack.id : rack.name; }

/// Kelvins by which a temperature may be over its limit before it is a finding: less would be printed as
/// equal.
constexpr double least_excess = 0.05;

/// Racks that one finding speaks of; its words name the worst.
struct Unmet {
    const RackState* worst = nullptr;
    size_t at = 0; ///< place of the worst
    double most = 0, count = 0;
    std::vector<std::string> racks;

    void add(const RackState& rack, size_t index, double severity) {
        racks.push_back(rack.id);
        count += rack.count;
        if (worst && severity <= most) return;
        worst = &rack;
        at = index;
        most = severity;
    }
    /// "“Rack A” does", "8 racks do".
    std::string who(std::string_view one, std::string_view many) const {
        return count > 1 ? fmt::format("{} racks {}", format_count(count), many)
                         : fmt::format("“{}” {}", named(*worst), one);
    }
    std::string why(std::string text) const {
        return count > 1 ? fmt::format("“{}” most: {}", named(*worst), text) : text;
    }
};

class CoolingFindings {
public:
    CoolingFindings(const Facility& facility, const PowerState& power)
        : m_in(facility.inputs())
        , m_power(power)
        , m_flows(cooling_flows(facility, power)) {}

    std::vector<Finding> all() {
        add_trips();
        add_exceeded();
        add_short_air();
        add_short_coolant();
        add_warm_inlets();
        add_switches();
        add_humid_air();
        add_unracked();
        add_beyond_coolers();
        add_weather();
        return std::move(m_out);
    }

private:
    void add(Severity severity, const char* id, const Unmet& unmet, std::string message, std::string why,
             std::string mitigation) {
        m_out.push_back({severity, id, std::move(message), unmet.why(std::move(why)), std::move(mitigation),
                         unmet.racks});
    }

    /// Racks whose inlet is too warm to run. One without a loop is not among them: the check of the drawing
    /// finds it.
    void add_trips() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const RackState& rack = m_power.racks[r];
            if (rack.trips && !m_in.racks[r].loop_missing && rack.inlet && rack.inlet_limit)
                unmet.add(rack, r, (*rack.inlet - *rack.inlet_limit).si());
        }
        if (!unmet.worst) return;
        add(Severity::critical, "rack-trips", unmet,
            unmet.who("switches itself off: its air is too warm to run in",
                      "switch themselves off: their air is too warm to run in"),
            fmt::format("{} at the inlet, {} allowed; its step is shown at the lowest clock",
                        degrees(*unmet.worst->inlet), degrees(*unmet.worst->inlet_limit)),
            "cooler supply, more air, aisles that keep exhaust air out, or fewer servers a rack");
    }

    void add_exceeded() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const RackState& rack = m_power.racks[r];
            if (rack.throttle_cause != ThrottleCause::cooling || m_in.racks[r].loop_missing ||
                !rack.cooling_limit)
                continue;
            unmet.add(rack, r, full_heat(r).si() / std::max(1.0, rack.cooling_limit->si()));
        }
        if (!unmet.worst) return;
        const Watts full = full_heat(unmet.at), carried = *unmet.worst->cooling_limit;
        add(Severity::warning, "cooling-exceeded", unmet,
            unmet.who("gives off more heat than its cooling carries",
                      "give off more heat than their cooling carries"),
            fmt::format("{} at full clock, {} carried: {} too much", power_text(full), power_text(carried),
                        power_text(std::max(Watts(0), full - carried))),
            "more or larger cooling units, or fewer servers a rack");
    }

    Watts full_heat(size_t rack) const {
        return Watts(m_in.paths[rack].air.heat + m_in.paths[rack].liquid.heat);
    }

    void add_short_air() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const auto& air = m_flows.racks[r].air;
            if (air && air->short_of_air() && !m_in.paths[r].air.measured &&
                1 - *air->supplied / air->demanded > m_in.defaults->cooling.recirculation_leak)
                unmet.add(m_power.racks[r], r, air->demanded / *air->supplied);
        }
        if (!unmet.worst) return;
        const AirFlow& air = *m_flows.racks[unmet.at].air;
        const AirPath& path = m_in.paths[unmet.at].air;
        const bool by_place = *air.supplied >= path.position * (1 - 1e-9);
        std::string mitigation = by_place && path.contained
                                     ? "fewer servers a rack, a rear door, or servers on cold plates"
                                 : by_place ? "contain the aisle (hot or cold), or fewer servers a rack"
                                            : "units with more air, or a rear door";
        add(Severity::warning, "air-short", unmet,
            unmet.who("gets less air than its servers move", "get less air than their servers move"),
            fmt::format("{} demanded, {} {}: {} of its {} come back to its inlets",
                        airflow_text(air.demanded), airflow_text(*air.supplied),
                        by_place ? "reach a rack there" : "supplied",
                        power_text(Watts(air.recirculated * path.heat)), power_text(Watts(path.heat))),
            std::move(mitigation));
    }

    void add_short_coolant() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const auto& coolant = m_flows.racks[r].coolant;
            if (coolant && coolant->short_of_coolant())
                unmet.add(m_power.racks[r], r, coolant->demanded / *coolant->supplied);
        }
        if (!unmet.worst) return;
        const CoolantFlow& coolant = *m_flows.racks[unmet.at].coolant;
        add(Severity::warning, "coolant-short", unmet,
            unmet.who("gets less coolant than its servers want", "get less coolant than their servers want"),
            fmt::format("{} wanted at {}, {} pumped", coolant_flow_text(coolant.demanded),
                        degrees(coolant.supply), coolant_flow_text(*coolant.supplied)),
            "more or larger coolant units, or a cooler supply");
    }

    /// Racks that run although their inlet is warmer than their servers allow.
    void add_warm_inlets() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const RackState& rack = m_power.racks[r];
            if (!rack.inlet || !rack.inlet_limit || rack.trips) continue;
            const double above = (*rack.inlet - *rack.inlet_limit).si();
            if (above > least_excess) unmet.add(rack, r, above);
        }
        if (!unmet.worst) return;
        add(Severity::warning, "inlet-too-warm", unmet,
            unmet.who("breathes air warmer than its servers are made for",
                      "breathe air warmer than their servers are made for"),
            fmt::format("{} at the inlet, {} allowed", degrees(*unmet.worst->inlet),
                        degrees(*unmet.worst->inlet_limit)),
            "cooler supply, more air, or aisles that keep exhaust air out");
    }

    void add_switches() {
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r) {
            const auto& limit = m_in.paths[r].switch_limit;
            const auto& inlet = m_power.racks[r].inlet;
            if (limit && inlet && inlet->degrees() > *limit + least_excess)
                unmet.add(m_power.racks[r], r, inlet->degrees() - *limit);
        }
        if (!unmet.worst) return;
        add(Severity::warning, "switch-inlet", unmet,
            unmet.who("holds switches in air warmer than their optics bear",
                      "hold switches in air warmer than their optics bear"),
            fmt::format("{} at the inlet, {} allowed", degrees(*unmet.worst->inlet),
                        degrees(Celsius(*m_in.paths[unmet.at].switch_limit))),
            "cooler supply, or the switches in a cooler rack");
    }

    /// Outside air that is blown over wet pads into the hall, in the site's design weather.
    void add_humid_air() {
        const Constant* const allowed = m_in.defaults->figure("cooling.allowable_dew_point");
        if (!allowed || !m_in.plant.blows_out(HeatPath::hall_air)) return;
        const OutsideAir air = m_in.plant.outside_air(m_in.air_water);
        const Celsius dew = air.dew_point();
        if (air.trimmed_share() >= 1 || dew.degrees() <= allowed->value + least_excess) return;
        Unmet unmet;
        for (size_t r = 0; r < m_power.racks.size(); ++r)
            if (m_in.paths[r].air.heat > 0 && m_in.racks[r].inlet) unmet.add(m_power.racks[r], r, 0);
        if (!unmet.worst) return;
        add(Severity::warning, "air-too-humid", unmet,
            unmet.who("breathes outside air more humid than class A2 allows",
                      "breathe outside air more humid than class A2 allows"),
            fmt::format("dew point {} at the supply, {} allowed", degrees(dew),
                        degrees(Celsius(allowed->value))),
            "servers of class A3 or A4, air that is cooled through an exchanger, or another plant");
    }

    /// Switches and storage in no rack, where coolers are drawn for racks alone. Feeds are not asked for: a
    /// drawing with racks' feeds, but without a PDU or a UPS, leaves open what powers the rest of the room.
    void add_unracked() {
        if (m_in.unracked_ids.empty() || m_in.coolers.empty() || m_in.unracked_cooled() > 0) return;
        m_out.push_back(
            {Severity::warning, "unracked-equipment",
             fmt::format("{} of switches and storage stand in no rack: no cooler is drawn for them",
                         power_text(m_power.unracked_power)),
             "their heat is in the PUE, and in no cooler's margin",
             "draw racks around them, or units of room air", m_in.unracked_ids});
    }

    /// Heat of rooms in which equipment stands beside racks, beyond what their coolers take. Unracked
    /// equipment is never throttled; racks get the remaining cooling.
    void add_beyond_coolers() {
        double beyond = 0, carried = 0, of_equipment = 0, of_racks = 0;
        std::vector<std::string> where;
        for (const SharedCapacity& cooler : m_in.air_coolers) {
            if (cooler.unracked <= 0 || !(cooler.capacity < no_limit)) continue;
            const auto path = std::ranges::find(m_in.coolers, cooler.id, &CoolerPath::id);
            double racks = 0;
            for (size_t i = 0; i < path->racks.size(); ++i) {
                const auto r = static_cast<size_t>(path->racks[i]);
                racks += m_power.racks[r].count * path->shares[i] * m_in.paths[r].air.heat;
            }
            const double equipment = cooler.unracked * m_power.unracked_power.si(),
                         capacity = cooler.capacity * cooler.instances;
            if (racks + equipment <= capacity * (1 + 1e-9)) continue;
            beyond += racks + equipment - capacity;
            carried += capacity;
            of_equipment += equipment;
            of_racks += racks;
            where.push_back(cooler.id);
        }
        if (where.empty()) return;
        m_out.push_back(
            {Severity::warning, "heat-beyond-coolers",
             fmt::format("{} of heat are beyond what the rooms' coolers take", power_text(Watts(beyond))),
             fmt::format("{} of switches and storage in no rack and {} of racks at full clock, {} "
                         "carried: racks get what the others leave",
                         power_text(Watts(of_equipment)), power_text(Watts(of_racks)),
                         power_text(Watts(carried))),
             "more or larger units of room air, or less in the room", std::move(where)});
    }

    /// Evaporation cools, so a wet thermometer reads the dry one's temperature at most.
    void add_weather() {
        const Celsius wet = m_in.plant.wet_bulb, dry = m_in.plant.dry_bulb;
        if (wet <= dry) return;
        m_out.push_back(
            {Severity::warning,
             "wet-bulb-above-dry",
             fmt::format("the site's wet bulb, {}, is above its dry bulb, {}", degrees(wet), degrees(dry)),
             "the wet bulb cannot exceed the dry bulb: power, PUE and water are those of impossible weather",
             "give both of the same design day: were they exchanged?",
             {}});
    }

    const FacilityInputs& m_in;
    const PowerState& m_power;
    CoolingFlows m_flows;
    std::vector<Finding> m_out;
};

} // namespace

std::vector<Finding> cooling_findings(const Facility& facility, const PowerState& power) {
    return CoolingFindings(facility, power).all();
}

} // namespace roofrack
