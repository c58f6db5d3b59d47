// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/facility/power_swing.h"

#include "app/cli/base/columns.h"
#include "app/cli/base/output.h"
#include "core/base/units/common_units.h"
#include "core/base/units/energy_text.h"

#include <fmt/format.h>

namespace roofrack::cli {

namespace {

std::string power_of(Watts value) { return format_quantity(value.si(), Dimension::power); }
std::string duration_of(Seconds value) { return format_quantity(value.si(), Dimension::time); }
std::string joules_of(Joules value) { return format_quantity(value.si(), Dimension::number, 3) + " J"; }
std::string dollars_of(const std::optional<double>& value) {
    return value ? format_quantity(*value, Dimension::money, 3) : std::string("–");
}

std::string allowed_of(const std::optional<Watts>& limit) {
    return limit ? fmt::format(" of {} allowed", power_of(*limit)) : std::string(" (no limit known)");
}

void print_target(const LoadSwingTarget& target, double gpus) {
    print_text("\n{}\n",
               target.is_limit
                   ? fmt::format("What holds the range to {}, as the grid wants", power_of(target.allowed))
               : target.allowed > Watts(0) ? fmt::format("What leaves half of the range, {} (no limit known)",
                                                         power_of(target.allowed))
                                           : std::string("What leaves no range (no limit known)"));
    print_text("{:<14}{:>12}{:>10}{:>13}{:>12}{:>12}{:>12}{:>8}{:>12}\n", "", "leaves", "of TDP", "energy",
               "a GPU", "drawn", "heat", "speed", "$ per hour");
    const LoadSwingMitigation* const cheapest = target.cheapest();
    for (const LoadSwingMitigation& each : target.mitigations) {
        print_text("{:<14}{:>12}{:>10}{:>13}{:>12}{:>12}{:>12}{:>8}{:>12}{}\n", label_of(each.kind),
                   power_of(each.leaves),
                   each.share > 0 ? fmt::format("{:.1f} %", 100 * each.share) : std::string("–"),
                   each.energy > Joules(0) ? meter_energy_text(each.energy, 3) : std::string("–"),
                   each.energy > Joules(0) ? joules_of((1 / gpus) * each.energy) : std::string("–"),
                   power_of(each.drawn), power_of(each.heat), fmt::format("{:.1f} %", 100 * each.speed),
                   dollars_of(each.dollars_per_hour), &each == cheapest ? "  cheapest" : "");
        if (!each.reason.empty()) print_text("{:<14}not possible: {}\n", "", each.reason);
        if (!each.note.empty()) print_text("{:<14}{}\n", "", each.note);
    }
}

} // namespace

void print_swing(const FacilityStudy& study, const LoadSwingStudy& swing) {
    print_text("range in a step {}{} · swing, computing to communicating, {} each {} · {} between 0.1 and 20 "
               "Hz\na start or stop moves, in a minute, {}{} · up to {} in a second\n",
               power_of(swing.range), allowed_of(swing.swing_limit), power_of(study.swing.amplitude),
               duration_of(study.swing.step), power_of(study.swing.band(grid_low, grid_high)),
               power_of(swing.start), allowed_of(swing.ramp_limit), power_of(swing.a_second));
    if (swing.flattened > Seconds(0))
        print_text("storage to flatten it {} · supplies that hold {} a GPU flatten such steps up to {}\n",
                   meter_energy_text(study.wave.storage().energy, 3), joules_of(swing.supply_storage),
                   duration_of(swing.flattened));
    for (const LoadSwingTarget& target : swing.targets) print_target(target, swing.gpus);
    if (swing.ramp) {
        const RampControl& ramp = *swing.ramp;
        print_text(
            "\nStarts and stops drawn out over {}, {} a minute{}: {} GPU-hours each time, {:.3g} times a "
            "day, {} per hour\n",
            duration_of(ramp.time), power_of(ramp.a_minute), ramp.is_limit ? "" : " (half; no limit known)",
            format_count(ramp.gpu_hours), ramp.stops * seconds_a_day, dollars_of(ramp.dollars_per_hour));
    }
}

void print_phases(const std::vector<UnitPhases>& units) {
    if (units.empty()) return;
    const size_t width = column_width(20, units, &UnitPhases::id);
    print_text("\n{:<{}}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}\n", "lines of", width, "L1", "L2", "L3",
               "neutral", "imbalance", "usable");
    for (const UnitPhases& each : units)
        print_text("{:<{}}{:>12}{:>12}{:>12}{:>12}{:>12}{:>10}\n", each.id, width,
                   power_of(Watts(each.balance.lines[0])), power_of(Watts(each.balance.lines[1])),
                   power_of(Watts(each.balance.lines[2])), power_of(Watts(each.balance.neutral)),
                   fmt::format("{:.1f} %", 100 * each.balance.imbalance()),
                   fmt::format("{:.1f} %", 100 * each.balance.usable()));
}

void print_slow_racks(const std::vector<SlowRack>& racks) {
    for (const SlowRack& rack : racks) {
        print_text("\nAll wait for {} ({}), {} GPUs {}\n", rack.id, rack.name, format_count(rack.gpus),
                   rack.why);
        for (const SlowRackMitigation& each : rack.mitigations)
            if (each.reason.empty())
                print_text("  {:<16}{:>+8.1f} %  step {:<10}{}\n", label_of(each.kind), 100 * each.gain,
                           duration_of(each.step), each.what);
            else
                print_text("  {:<16}{:>10}  {}\n", label_of(each.kind), "–", each.reason);
    }
}

} // namespace roofrack::cli
