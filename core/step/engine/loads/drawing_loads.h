// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/fabric_places.h"
#include "core/facility/budget/facility_links.h"
#include "core/step/engine/loads/link_load.h"

namespace roofrack {

/// The loads of the drawing during a step, and where each belongs: for overlays and reports.
struct DrawingLoads {
    std::vector<LinkLoad> links;                  ///< network; nothing when the plan has no step
    std::vector<FacilityLinkLoad> facility_links; ///< feeds and coolers
    std::vector<Budget> units;                    ///< each feed and cooler
    FabricPlaces places;
};

/// `evaluation` is what evaluate() said about `prepared`.
DrawingLoads drawing_loads(const Prepared& prepared, const Evaluation& evaluation);

} // namespace roofrack
