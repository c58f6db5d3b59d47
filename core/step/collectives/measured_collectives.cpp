// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/collectives/measured_collectives.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// What nccl-tests names otherwise but costs the same.
Collective twin(Collective collective) {
    if (collective == Collective::all_gather) return Collective::reduce_scatter;
    if (collective == Collective::reduce_scatter) return Collective::all_gather;
    return collective;
}

} // namespace

bool measured_inside(const CollectiveSweep& sweep, const Fabric& fabric) {
    if (sweep.nodes == 1) return true;
    // Several hosts of one rack may share a scale-up domain.
    return sweep.ranks <= fabric.scale_up_domain &&
           (sweep.nodes == 0 || fabric.scale_up_domain > fabric.gpus_per_server);
}

double measured_stride(const CollectiveSweep& sweep, const Fabric& fabric) {
    if (measured_inside(sweep, fabric)) return 1;
    const double ranks = sweep.ranks, domain = std::max(1.0, fabric.scale_up_domain);
    const double a_node = sweep.nodes > 0 ? std::max(1.0, std::ceil(ranks / sweep.nodes)) : domain;
    return std::max(1.0, std::floor(domain / std::min(a_node, domain)));
}

GroupPath measured_path(const CollectiveSweep& sweep, const Fabric& fabric, bool nvls,
                        NetworkVariant variant) {
    NetworkKnobs knobs;
    knobs.variant = variant;
    knobs.as_drawn = true;
    return group_path(fabric, sweep.ranks, measured_stride(sweep, fabric), knobs, 1, nvls);
}

MeasuredCollectives::MeasuredCollectives(const std::vector<CollectiveSweep>& sweeps, const Fabric& fabric,
                                         bool nvls, NetworkVariant variant) {
    for (const CollectiveSweep& sweep : sweeps) {
        if (sweep.points.empty() || sweep.ranks < 2) continue;
        const bool inside = measured_inside(sweep, fabric);
        Curve curve{sweep.collective, inside, measured_path(sweep, fabric, nvls, variant), {}, {}};
        for (const CollectivePoint& point : sweep.points) {
            curve.logs_b.push_back(std::log(point.bytes.si()));
            curve.logs_t.push_back(std::log(point.seconds.si()));
        }
        const auto same = std::ranges::find_if(m_curves, [&](const Curve& each) {
            return each.collective == sweep.collective && each.inside == inside;
        });
        // Where there are two sweeps of one kind, the one with more ranks stands for the larger groups.
        if (same == m_curves.end())
            m_curves.push_back(std::move(curve));
        else if (same->path.members < sweep.ranks)
            *same = std::move(curve);
    }
}

double ratio_kept(double end_share, double share) {
    const double end_latency = 1 - end_share;
    return (share * end_share + (1 - share) * end_latency) /
           (end_share * end_share + end_latency * end_latency);
}

double MeasuredCollectives::Curve::at(double size, Collective asked) const {
    const double x = std::log(size);
    if (x < logs_b.front() || x > logs_b.back()) {
        const bool below = x < logs_b.front();
        const double end = formula_time(asked, std::exp(below ? logs_b.front() : logs_b.back()), path);
        const double here = formula_time(asked, size, path), latency = formula_time(asked, 1, path);
        const double log_ratio = (below ? logs_t.front() : logs_t.back()) - std::log(end);
        return here * std::exp(log_ratio * ratio_kept(1 - latency / end, 1 - latency / here));
    }
    if (logs_b.size() == 1 || x == logs_b.back()) return std::exp(logs_t.back());
    const size_t above =
        static_cast<size_t>(std::upper_bound(logs_b.begin(), logs_b.end(), x) - logs_b.begin());
    const double part = (x - logs_b[above - 1]) / (logs_b[above] - logs_b[above - 1]);
    return std::exp(std::lerp(logs_t[above - 1], logs_t[above], part));
}

const MeasuredCollectives::Curve* MeasuredCollectives::own_curve(Collective collective, bool inside) const {
    const auto found = std::ranges::find_if(
        m_curves, [&](const Curve& each) { return each.collective == collective && each.inside == inside; });
    return found == m_curves.end() ? nullptr : &*found;
}

const MeasuredCollectives::Curve* MeasuredCollectives::curve(Collective collective, bool inside) const {
    const Curve* const own = own_curve(collective, inside);
    return own ? own : own_curve(twin(collective), inside);
}

double MeasuredCollectives::time(Collective collective, double bytes, const GroupPath& path) const {
    const Curve* measured = curve(collective, path.nodes <= 1);
    if (!measured) return -1;
    const double own = formula_time(collective, bytes, path),
                 swept = formula_time(collective, bytes, measured->path);
    if (!std::isfinite(own) || !std::isfinite(swept) || swept <= 0) return -1;
    return measured->at(bytes, collective) * own / swept;
}

} // namespace roofrack
