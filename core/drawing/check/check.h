// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/model/finding.h"

namespace roofrack {

class Catalog;
class ResolvedDrawing;
struct Fabric;

/// Looks the drawing over by the rules of rule_table(); what its waivers accept is put aside. A critical
/// finding means that the drawing cannot be evaluated; the rest is advice. `known`: the fabric of the drawing
/// under the site's conditions, where it was read already.
Findings check_drawing(const ResolvedDrawing& drawing, const Fabric* known = nullptr);
/// Looks over a drawing that may not be resolved.
Findings check_drawing(const Cluster& cluster, const Catalog& catalog);

/// The findings of check_drawing() without what is waived.
std::vector<Finding> check_cluster(const Cluster& cluster, const Catalog& catalog);

} // namespace roofrack
