// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/torus_span.h"

#include "core/drawing/network/block_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

/// Chips along an axis from which on it has a wrap-around link, in a torus of three axes and of two.
constexpr double closed_cube = 4, closed_plane = 16;

/// A torus of several tori that are alike.
class LargerTorus {
public:
    explicit LargerTorus(const Fabric& fabric) {
        double before = 1;
        for (int i = 0; i <= fabric.torus_level && m_count < TorusAxes::most; ++i) {
            const double block = fabric.levels[static_cast<size_t>(i)].block_gpus;
            m_chips[m_count++] = block / before;
            before = block;
        }
    }

    /// Adds tori along the axes until there are `by` times as many; `of` holds how many lie along each axis.
    void grow(double by, std::array<double, TorusAxes::most>& of) {
        constexpr double most = 1e12;
        auto left = static_cast<long long>(std::clamp(by, 1.0, most));
        std::array<long long, 40> primes{};
        size_t found = 0;
        for (long long prime = 2; prime * prime <= left; ++prime)
            for (; left % prime == 0; left /= prime) primes[found++] = prime;
        if (left > 1) primes[found++] = left;
        while (found > 0) {
            const size_t axis = shortest();
            const auto prime = static_cast<double>(primes[--found]);
            m_chips[axis] *= prime;
            of[axis] *= prime;
        }
    }

private:
    /// The outermost where several axes are the shortest; chips that stand alone along an axis have no links
    /// there.
    size_t shortest() const {
        size_t out = 0;
        for (size_t i = 1; i < m_count; ++i)
            if (m_chips[out] <= 1 || (m_chips[i] > 1 && m_chips[i] <= m_chips[out])) out = i;
        return out;
    }

    std::array<double, TorusAxes::most> m_chips{};
    size_t m_count = 0;
};

} // namespace

bool grows_for(const Fabric& fabric, double members, double stride) {
    return fabric.torus_grows && fabric.torus_level >= 0 &&
           members >
               ranks_in(fabric.levels[static_cast<size_t>(fabric.torus_level)].block_gpus, members, stride);
}

TorusAxes torus_axes(const Fabric& fabric, double members, double stride, const NetworkKnobs& knobs) {
    TorusAxes out;
    const double job = std::max(knobs.gpus, members * stride), gpus = std::max(knobs.gpus, members);
    const double closing = fabric.torus_axes <= 2 ? closed_plane : closed_cube;
    std::array<double, TorusAxes::most> between, tori;
    between.fill(1);
    tori.fill(1);
    double inside = members;
    if (grows_for(fabric, members, stride)) {
        const double block = fabric.levels[static_cast<size_t>(fabric.torus_level)].block_gpus;
        inside = ranks_in(block, members, stride);
        LargerTorus larger(fabric);
        larger.grow(std::round(stride / block), between);
        larger.grow(std::ceil(members / inside - 1e-9), tori);
    }
    double before = 1, block_before = 1;
    for (int i = 0; i <= fabric.torus_level && out.count < TorusAxes::most; ++i) {
        const FabricLevel& level = fabric.levels[static_cast<size_t>(i)];
        const bool whole = i == fabric.torus_level;
        const double held = whole ? inside : block_spread(fabric, level, members, stride, job).members;
        const double block = level.block_gpus;
        const auto along = static_cast<size_t>(i);
        if (held > before || tori[along] > 1) {
            TorusAxis& axis = out.items[out.count++];
            axis.tori = tori[along];
            axis.between = between[along];
            double chips = block / block_before;
            axis.level = i;
            axis.length = std::max(1.0, held / before) * axis.tori;
            axis.interleaved = std::clamp(stride / block_before, 1.0, chips) * axis.between;
            chips *= axis.tori * axis.between;
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
    if (inside >= block_before && members <= inside) out.twist = fabric.torus_twist;
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
        out += (path.nodes - 1) * step + path.ring_far_latency +
               bytes * (path.nodes - 1) / path.nodes / path.inter_bus;
    }
    return passes * out;
}

} // namespace roofrack
