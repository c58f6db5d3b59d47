// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/hierarchy.h"

#include "core/drawing/network/block_kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

Hierarchy hierarchy(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs,
                    double quality) {
    Hierarchy out;
    const GroupPath whole = group_path(fabric, members, stride, knobs, quality);
    if (whole.outermost_level < 0) return out;
    const double job = std::max(knobs.gpus, members * stride);
    out.across =
        block_spread(fabric, fabric.levels[static_cast<size_t>(whole.outermost_level)], members, stride, job)
            .blocks;
    out.inside = std::ceil(members / out.across - 1e-9);
    out.near = group_path(fabric, out.inside, stride, knobs, quality);
    out.far = group_path(fabric, out.across, stride * out.inside, knobs, quality);
    return out;
}

double hierarchical_time(double bytes, const Hierarchy& groups, double across_every) {
    if (!groups.splits()) return std::numeric_limits<double>::infinity();
    return 2 * all_gather_time(bytes, groups.near) +
           all_reduce_time(bytes / groups.inside, groups.far) / across_every;
}

} // namespace roofrack
