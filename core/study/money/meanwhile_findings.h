// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "core/study/money/caution.h"
#include "core/study/money/todays_cluster.h"

#include <optional>

namespace roofrack {

/// Where what is there already does the whole run before what is bought is ready: what is bought does nothing
/// for this run. `cluster`: the drawing; its servers that are not all there are named.
std::vector<Finding> meanwhile_findings(const Cluster& cluster, const Meanwhile& meanwhile,
                                        const PriceBand& lead_weeks);

/// The same beside figures of the run; none: it does not do the whole run.
std::optional<Caution> meanwhile_caution(const Meanwhile& meanwhile, const PriceBand& lead_weeks);

} // namespace roofrack
