// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/cluster.h"
#include "core/base/units/diagnostic.h"

#include <optional>

namespace roofrack {

/// What makes a file's drawing impossible to join: an id given twice, a container or link end that does not
/// exist, containment in a circle, more than 10⁹ instances. `where` is a JSON pointer into the cluster. Names
/// links that have no id.
std::optional<Diagnostic> join_cluster(Cluster& cluster);

} // namespace roofrack
