// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/facility_inputs.h"
#include "core/model/project.h"
#include "core/network/fabric.h"

namespace roofrack {

class Catalog;

/// The drawing and its site as power and heat read them. Fails, with a JSON pointer, where a part or the
/// plant is not known.
Result<FacilityInputs> prepare_inputs(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                      const Catalog& catalog);

} // namespace roofrack
