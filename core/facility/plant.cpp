// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/plant.h"

#include <algorithm>
#include <array>

#include "core/facility/electrical.h"

namespace roofrack {

namespace {

struct KindName {
    PlantKind kind;
    std::string_view name;
};
constexpr std::array<KindName, 7> kind_names{{
    {PlantKind::waterside_economiser, "waterside-economiser"},
    {PlantKind::dry_cooler, "dry-cooler"},
    {PlantKind::adiabatic_dry_cooler, "adiabatic-dry-cooler"},
    {PlantKind::water_cooled_chiller, "water-cooled-chiller"},
    {PlantKind::air_cooled_chiller, "air-cooled-chiller"},
    {PlantKind::tower_only, "tower-only"},
    {PlantKind::dry_cooler_only, "dry-cooler-only"},
}};
constexpr std::array<PlantKind, 7> kinds{PlantKind::waterside_economiser, PlantKind::dry_cooler,
                                         PlantKind::adiabatic_dry_cooler, PlantKind::water_cooled_chiller,
                                         PlantKind::air_cooled_chiller,   PlantKind::tower_only,
                                         PlantKind::dry_cooler_only};

constexpr Kelvins tower_approach{4}, dry_approach{10}, adiabatic_approach{6};
constexpr Kelvins loop_rise{10}; ///< facility water, supply to return (judgement)
constexpr double adiabatic_water_share = 0.13 / 1.96;
constexpr double facility_pumps = 0.01, tower_fans = 0.015, dry_fans = 0.025, house_load = 0.005;
constexpr double plant_margin = 1.25; ///< rating over design load
/// Fans at part load keep some static head and controls: 10 % of their design power (judgement).
constexpr double fan_floor = 0.1;

bool on_tower(PlantKind kind) {
    return kind == PlantKind::waterside_economiser || kind == PlantKind::water_cooled_chiller ||
           kind == PlantKind::tower_only;
}

} // namespace

std::string_view name_of(PlantKind kind) {
    return std::ranges::find(kind_names, kind, &KindName::kind)->name;
}

std::optional<PlantKind> plant_kind(std::string_view name) {
    const auto it = std::ranges::find(kind_names, name, &KindName::name);
    if (it == kind_names.end()) return std::nullopt;
    return it->kind;
}

std::span<const PlantKind> plant_kinds() { return kinds; }

bool Plant::evaporates() const { return on_tower(kind); }

Celsius Plant::free_water() const {
    if (on_tower(kind)) return wet_bulb + tower_approach;
    return dry_bulb + (kind == PlantKind::adiabatic_dry_cooler ? adiabatic_approach : dry_approach);
}

double Plant::chiller_share(Celsius target) const {
    if (!has_chiller()) return 0;
    if (!economises()) return 1;
    return std::clamp((free_water() - target) / loop_rise, 0.0, 1.0);
}

double Plant::chiller_power_per_heat(Celsius target, double part_load) const {
    const double share = chiller_share(target);
    if (share <= 0) return 0;
    const bool air_cooled = !on_tower(kind);
    const double cop = chiller_cop(target, air_cooled ? dry_bulb : wet_bulb + tower_approach, air_cooled);
    const double x = std::clamp(part_load, 0.1, 1.0); // staged units do not run lower
    return share / cop * chiller_part_load(x) / x;
}

double chiller_cop(Celsius chilled_water, Celsius condenser_side, bool air_cooled) {
    constexpr double carnot_share = 0.5, absolute_zero = 273.15, least_lift = 8;
    const double evaporator = chilled_water.degrees() - 2 + absolute_zero;
    const double condenser = condenser_side.degrees() + (air_cooled ? 15 : 5) + absolute_zero;
    return carnot_share * evaporator / std::max(least_lift, condenser - evaporator);
}

double chiller_part_load(double x) { return 0.03303 + 0.6852 * x + 0.2818 * x * x; }

double evaporated_water(double pue, double cycles, double latent_share) {
    return latent_share * pue * 3600 / 2430 * cycles / (cycles - 1);
}

Overhead overhead(const Plant& plant, Watts it, Watts design_it, std::span<const HeatStream> streams) {
    Overhead out;
    if (it <= Watts(0)) return out;
    const Watts rating = std::max(design_it, it) * plant_margin;
    const double load = it / rating;
    Watts heat{};
    for (const HeatStream& stream : streams) {
        heat += stream.heat;
        out.transport += stream.transport;
        out.chiller += stream.heat * plant.chiller_power_per_heat(stream.water, load);
    }
    const Watts rejected = heat + out.chiller;
    const double fans = plant.evaporates() ? tower_fans : dry_fans;
    const double flow = std::min(1.0, rejected / rating);
    out.pumps = facility_pumps * heat;
    out.rejection = fans * rating * (fan_floor + (1 - fan_floor) * flow * flow * flow);
    out.ups = ups_loss.loss(it, rating);
    out.other = house_load * std::max(design_it, it);
    out.transformer = transformer_loss.loss(it + out.total(), rating * 1.2);
    return out;
}

double water_use(const Plant& plant, double pue) {
    if (plant.evaporates()) return evaporated_water(pue);
    if (plant.kind == PlantKind::adiabatic_dry_cooler) return adiabatic_water_share * evaporated_water(pue);
    return 0;
}

} // namespace roofrack
