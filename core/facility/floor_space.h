// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/facility/facility_inputs.h"

namespace roofrack {

class Catalog;

/// The floor of a room that a drawing takes.
struct FloorSpace {
    double racks = 0; ///< drawn ones, and those that servers, switches and storage outside racks fill
    double area = 0;  ///< m², with their part of the aisles: rack pitch × row pitch each (constants)
    double load = 0;  ///< kg/m² of that under the heaviest rack: frame, servers, switches, storage
};

/// Whether a server brings the frame of its rack along, and so is a rack of its own.
bool fills_rack(const Element& server, const Catalog& catalog, const Defaults::Hall& hall);

/// `inputs`: of the same drawing. SiteRoom::rack_mass, where it is given, is the mass of every rack.
FloorSpace floor_space(const Cluster& cluster, const SiteRoom& room, const Catalog& catalog,
                       const FacilityInputs& inputs);

} // namespace roofrack
