// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// The power tree as a topology of NVIDIA's Domain Power Service (schema dcpower_0.1): single feeds, the
/// racks that they serve and the servers in these, with what each may draw, without what is sold. Fails where
/// the containment is broken, no feed is drawn, or there are more than 200,000 entities. `warnings` name what
/// its administrator has to add.
Result<std::string> dps_topology(const Cluster& drawn, const Catalog& catalog, const std::string& name,
                                 std::vector<Diagnostic>& warnings);

} // namespace roofrack
