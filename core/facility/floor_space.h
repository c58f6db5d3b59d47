// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/facility/facility_inputs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// The floor of a room that a drawing takes.
struct FloorSpace {
    double racks = 0; ///< drawn ones, and those that servers, switches and storage outside racks fill
    double area = 0;  ///< m², with their part of the aisles: rack pitch × row pitch each (constants)
    double load = 0;  ///< kg/m² of that under the heaviest rack: frame, servers, switches, storage
};

/// The limits that a floor has.
enum class FloorLimit { positions, area, load };
std::string_view label_of(FloorLimit limit); ///< "rack positions", "floor area", "floor loading"
std::string_view unit_of(FloorLimit limit);  ///< "places", "m²", "kg/m²"

/// What a drawing takes of one of them, and what the site's room has.
struct FloorNeed {
    FloorLimit limit = FloorLimit::positions;
    double need = 0;            ///< in the limit's unit
    std::optional<double> have; ///< no value: not known, so it does not limit

    bool is_short() const;
    /// "8 more rack positions", "12 m² more floor area".
    std::string missing_text() const;
};

/// Whether a server brings the frame of its rack along, and so is a rack of its own.
bool fills_rack(const Element& server, const Catalog& catalog, const Defaults::Hall& hall);

/// `inputs`: of the same drawing. SiteRoom::rack_mass, where it is given, is the mass of every rack.
FloorSpace floor_space(const Cluster& cluster, const SiteRoom& room, const Catalog& catalog,
                       const FacilityInputs& inputs);
/// FloorSpace::racks alone.
double rack_places(const Cluster& cluster, const Catalog& catalog);

/// All three of them.
std::vector<FloorNeed> floor_needs(const FloorSpace& floor, const SiteRoom& room);
/// Those that the room has too little of; empty: it holds the drawing, as far as is known.
std::vector<FloorNeed> floor_shortages(const FloorSpace& floor, const SiteRoom& room);
/// "8 more rack positions and 12 m² more floor area"; empty: nothing is short.
std::string missing_text(const std::vector<FloorNeed>& shortages);
/// "holds all", "8 more rack positions needed"; empty: nothing is said of the room.
std::string room_text(const std::vector<FloorNeed>& needs);

} // namespace roofrack
