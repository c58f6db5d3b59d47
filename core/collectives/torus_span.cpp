// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collectives/torus_span.h"

#include "core/network/block_kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

constexpr double closed_cube = 4, closed_plane = 16;

} // namespace

TorusAxes torus_axes(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs) {
    TorusAxes out;
    const double job = std::max(knobs.gpus, members * stride), gpus = std::max(knobs.gpus, members);
    const double closing = fabric.torus_axes <= 2 ? closed_plane : closed_cube;
    double before = 1, block_before = 1;
    for (int i = 0; i <= fabric.torus_level && out.count < TorusAxes::most; ++i) {
        const FabricLevel& level = fabric.levels[static_cast<size_t>(i)];
        const bool whole = i == fabric.torus_level;
        const double held = whole ? members : block_spread(fabric, level, members, stride, job).members;
        const double block = level.block_gpus;
        if (held > before) {
            TorusAxis& axis = out.items[out.count++];
            const double chips = block / block_before;
            axis.level = i;
            axis.length = held / before;
            axis.interleaved = std::clamp(stride / block_before, 1.0, chips);
            axis.nominal = level.inside.si() - (i > 0 && !whole ? level.egress.si() : 0);
            // Two chips have one cable between them, which both directions of a ring share.
            if (chips > 2 && axis.length * axis.interleaved < closing - 1e-9) axis.usable = 0.5;
            const FabricLevel& inner = fabric.levels[static_cast<size_t>(std::max(0, i - 1))];
            if (!knobs.as_drawn) axis.left = i == 0 ? level.left_within(gpus) : inner.left(gpus);
            if (i > 0) axis.left *= 1 - inner.background_load;
            axis.left *= knobs.scale_up * (knobs.level >= 0 && i > knobs.level ? knobs.level_factor : 1);
        }
        before = std::max(before, held);
        block_before = block;
    }
    if (members >= block_before) out.twist = fabric.torus_twist;
    return out;
}

void set_torus(const TorusAxes& axes, double share, GroupPath& path) {
    path.torus_axes = axes.count;
    path.intra_bus = path.torus_hops = path.torus_cross = 0;
    path.torus_cable = std::numeric_limits<double>::infinity();
    for (const TorusAxis& axis : axes) {
        const double rate = axis.rate(share);
        path.intra_bus += rate;
        path.torus_hops += axis.length * axis.interleaved - 1;
        path.torus_cross = std::max(path.torus_cross, axis.length / 4 / rate / axes.twist);
        path.torus_cable = std::min(path.torus_cable, rate / (axis.usable < 1 || axis.length <= 2 ? 1 : 2));
    }
}

double torus_time(double bytes, const GroupPath& path, double passes) {
    const double d = path.domain;
    double out = 0;
    if (d > 1)
        out +=
            bytes * (d - 1) / d / path.intra_bus + path.torus_hops * path.defaults->topology.torus_hop.si();
    if (path.nodes > 1) {
        const double step =
            path.defaults->collectives.net.ring[2] + path.near_latency + path.hop_latency + path.match_time;
        out += (path.nodes - 1) * step + path.ring_detour +
               bytes * (path.nodes - 1) / path.nodes / path.inter_bus;
    }
    return passes * out;
}

} // namespace roofrack
