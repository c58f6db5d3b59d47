// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/collectives/collectives.h"

#include <vector>

namespace roofrack {

/// True when the sweep stands for groups inside one scale-up domain of the fabric.
bool measured_inside(const CollectiveSweep& sweep, const Fabric& fabric);
/// GPUs from one measured rank to the next: every node has its share of them, as far apart as the drawn
/// domain makes them stand.
double measured_stride(const CollectiveSweep& sweep, const Fabric& fabric);
/// The group that was measured, as it lies on the fabric, its links as drawn: what other traffic and degraded
/// links take comes on top of a sweep.
GroupPath measured_path(const CollectiveSweep& sweep, const Fabric& fabric, bool nvls,
                        NetworkVariant variant);

/// How much of ln(measured ÷ formula) at the end of a sweep holds for another size, by the shares of both
/// formulas' times that bandwidth has (the rest is latency): e and x of the end and of the size. Only a
/// mixture is known of what bandwidth and latency took apart, so that both are taken to be as small as can be
/// (the solution of least norm): (x·e + (1 − x)·(1 − e)) ÷ (e² + (1 − e)²).
double ratio_kept(double end_share, double share);

/// Sweeps as they replace the formula on one fabric: log-log interpolation over size. Outside of the measured
/// sizes the formula counts, times what the nearest size took of it as far as that holds there
/// (ratio_kept()). A sweep of one node stands for groups inside a scale-up domain, one of several nodes for
/// groups that leave it; an all-gather stands for a reduce-scatter where only one of them was measured.
/// Another group than the measured one is scaled by the formula's ratio of the two (`beyond`: more ranks than
/// were measured).
class MeasuredCollectives {
public:
    MeasuredCollectives() = default;
    /// `nvls`: the fabric's GPUs reduce in their switches.
    MeasuredCollectives(const std::vector<CollectiveSweep>& sweeps, const Fabric& fabric, bool nvls,
                        NetworkVariant variant = NetworkVariant::tuned);

    /// Seconds; negative when no sweep stands for the group. No allocation.
    double time(Collective collective, double bytes, const GroupPath& path) const;
    bool empty() const { return m_curves.empty(); }

private:
    struct Curve {
        Collective collective;
        bool inside;                        ///< a scale-up domain
        GroupPath path;                     ///< path of the measured group, without this table
        std::vector<double> logs_b, logs_t; ///< logs: natural, of bytes and of seconds
        double at(double bytes, Collective asked) const;
    };
    const Curve* curve(Collective collective, bool inside) const;
    const Curve* own_curve(Collective collective, bool inside) const;
    std::vector<Curve> m_curves; ///< one of each kind that was measured
};

} // namespace roofrack
