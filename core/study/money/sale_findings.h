// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/facility/economics/capital.h"

namespace roofrack {

/// Sales for more than new ones cost at most, with what stands in them. `bill` and `capital`: of the whole
/// drawing, sold things among its rows. Where a part of it has no known price, nothing is said.
std::vector<Finding> sale_findings(const Cluster& cluster, const BillOfMaterials& bill,
                                   const Capital& capital);

} // namespace roofrack
