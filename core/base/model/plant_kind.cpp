// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/plant_kind.h"

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

struct PlantName {
    PlantKind kind;
    std::string_view name;
};
constexpr std::array<PlantName, 11> plant_names{{
    {PlantKind::waterside_economiser, "waterside-economiser"},
    {PlantKind::dry_cooler, "dry-cooler"},
    {PlantKind::adiabatic_dry_cooler, "adiabatic-dry-cooler"},
    {PlantKind::water_cooled_chiller, "water-cooled-chiller"},
    {PlantKind::air_cooled_chiller, "air-cooled-chiller"},
    {PlantKind::tower_only, "tower-only"},
    {PlantKind::dry_cooler_only, "dry-cooler-only"},
    {PlantKind::midsize_air_cooled_chiller, "midsize-air-cooled-chiller"},
    {PlantKind::midsize_water_cooled_chiller, "midsize-water-cooled-chiller"},
    {PlantKind::midsize_waterside_economiser, "midsize-waterside-economiser"},
    {PlantKind::airside_economiser, "airside-economiser"},
}};
constexpr std::array<PlantKind, 11> every_plant{PlantKind::waterside_economiser,
                                                PlantKind::airside_economiser,
                                                PlantKind::dry_cooler,
                                                PlantKind::adiabatic_dry_cooler,
                                                PlantKind::water_cooled_chiller,
                                                PlantKind::air_cooled_chiller,
                                                PlantKind::tower_only,
                                                PlantKind::dry_cooler_only,
                                                PlantKind::midsize_air_cooled_chiller,
                                                PlantKind::midsize_water_cooled_chiller,
                                                PlantKind::midsize_waterside_economiser};

} // namespace

std::string_view name_of(PlantKind kind) {
    return std::ranges::find(plant_names, kind, &PlantName::kind)->name;
}

std::optional<PlantKind> plant_kind(std::string_view name) {
    const auto it = std::ranges::find(plant_names, name, &PlantName::name);
    if (it == plant_names.end()) return std::nullopt;
    return it->kind;
}

std::span<const PlantKind> plant_kinds() { return every_plant; }

} // namespace roofrack
