// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/facility/power_cooling.h"
#include "app/cli/base/output.h"

#include "core/facility/air.h"

#include <fmt/format.h>

namespace roofrack::cli {

namespace {

constexpr double litres_per_minute = 1.0 / 60000; // m³/s

std::string air_text(std::optional<double> flow) {
    return flow ? fmt::format("{} CFM", format_count(*flow / cubic_feet_per_minute)) : "not known";
}
std::string coolant_text(std::optional<double> flow) {
    return flow ? fmt::format("{:.1f} L/min", *flow / litres_per_minute) : "not known";
}
std::string pressure_text(std::optional<double> drop) {
    return drop ? fmt::format("{:.1f} kPa", *drop / 1000) : "not known";
}
std::string pump_text(std::optional<Watts> pump) {
    return pump ? format_quantity(pump->si(), Dimension::power) : "not known";
}
std::string time_text(Seconds time) { return format_quantity(time.si(), Dimension::time, 2); }

void print_rack(const RackFlow& rack) {
    if (rack.air) {
        const AirFlow& air = *rack.air;
        print_text("{:<20}{:>8}{:>14}{:>14}   {:.0f} % of its exhaust comes back · {:.1f} K rise{}\n",
                   rack.id, "air", air_text(air.demanded), air_text(air.supplied), 100 * air.recirculated,
                   air.rise.si(), air.assumed ? " · assumed: no unit is drawn" : "");
    }
    if (!rack.coolant) return;
    const CoolantFlow& coolant = *rack.coolant;
    if (coolant.missing) {
        print_text("{:<20}{:>8}{:>14}{:>14}   no unit takes its liquid heat: it cannot run\n", rack.id,
                   "coolant", coolant_text(coolant.demanded), "none");
        return;
    }
    print_text("{:<20}{:>8}{:>14}{:>14}   {:.1f} to {:.1f} °C · drop {} · pump {}{}\n", rack.id, "coolant",
               coolant_text(coolant.demanded), coolant_text(coolant.supplied), coolant.supply.degrees(),
               coolant.back.degrees(), pressure_text(coolant.drop), pump_text(coolant.pump),
               coolant.assumed ? " · assumed: no unit is drawn" : "");
}

} // namespace

void print_flows(const CoolingFlows& flows) {
    if (flows.racks.empty()) return;
    print_text("\n{:<20}{:>8}{:>14}{:>14}\n", "flows", "of", "demanded", "supplied");
    for (const RackFlow& rack : flows.racks) print_rack(rack);
    for (const CoolerFlow& cooler : flows.coolers) {
        const bool liquid = cooler.kind == CoolingKind::liquid || cooler.kind == CoolingKind::liquid_to_air;
        print_text("{:<20}{:>8}{:>14}{:>14}   all {} of {} · {} of heat · fans and pumps {}\n", cooler.id,
                   liquid ? "coolant" : "air",
                   liquid ? coolant_text(cooler.demanded) : air_text(cooler.demanded),
                   liquid ? coolant_text(cooler.rated) : air_text(cooler.rated),
                   format_count(cooler.instances), name_of(cooler.kind),
                   format_quantity(cooler.heat.si(), Dimension::power), pump_text(cooler.driven));
    }
}

void print_cascades(const CoolingReport& report, std::string_view rack) {
    for (const Cascade& cascade : report.cascades) {
        if (cascade.rack != rack) continue;
        print_text("\n{:<22}{:>9}{:>10}  {:<18}{:>9}{:>9}\n",
                   fmt::format("{}, {}", cascade.rack, name_of(cascade.medium)), "°C", "step", "by", "limit",
                   "margin");
        for (const CascadeStep& step : cascade.steps) {
            const auto margin = step.margin();
            print_text("{:<22}{:>9.1f}{:>10}  {:<18}{:>9}{:>9}\n", label_of(step.station),
                       step.value.degrees(),
                       &step == cascade.steps.data() ? "" : fmt::format("{:+.1f} K", step.step.si()),
                       label_of(step.cause), step.limit ? fmt::format("{:.1f}", step.limit->degrees()) : "–",
                       margin ? fmt::format("{:.1f} K", margin->si()) : "–");
        }
    }
    bool any = false;
    for (const CoolingOutage& each : report.outages) {
        if (each.rack != rack) continue;
        if (!any) print_text("\n{:<22}{:>18}{:>18}\n", "stops", "first throttle", "switches off");
        any = true;
        print_text("{:<22}{:>18}{:>18}  {}\n", label_of(each.stopped), time_text(each.to_throttle),
                   time_text(each.to_trip), each.by_inlet ? "its inlet" : "its chips");
    }
}

} // namespace roofrack::cli
