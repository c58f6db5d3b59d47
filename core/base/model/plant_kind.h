// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace roofrack {

/// How a site rejects its heat. Names as in Site::plant.
enum class PlantKind {
    waterside_economiser,         ///< cooling tower; a water-cooled chiller trims what the tower cannot do
    dry_cooler,                   ///< dry cooler; an air-cooled chiller trims
    adiabatic_dry_cooler,         ///< dry cooler with sprayed intake; an air-cooled chiller trims
    water_cooled_chiller,         ///< chiller on a tower, no economiser
    air_cooled_chiller,           ///< chiller on the roof, no economiser
    tower_only,                   ///< no chiller: the supply floats with the wet bulb
    dry_cooler_only,              ///< no chiller: the supply floats with the air
    midsize_air_cooled_chiller,   ///< as air_cooled_chiller, built as midsize sites are (Plant::constants)
    midsize_water_cooled_chiller, ///< as water_cooled_chiller, so built
    midsize_waterside_economiser, ///< as waterside_economiser, so built
    airside_economiser,           ///< outside air through the halls, wet pads; an air-cooled chiller trims
};
std::string_view name_of(PlantKind kind); ///< "waterside-economiser" …
std::optional<PlantKind> plant_kind(std::string_view name);
std::span<const PlantKind> plant_kinds();

} // namespace roofrack
