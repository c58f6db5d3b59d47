// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/collective_sweep.h"
#include "core/base/model/finding.h"
#include "core/step/engine/prepared.h"

namespace roofrack {

/// The effect of one sweep of the calibration on the model.
struct ReplacedCollective {
    CollectiveSweep sweep;
    bool inside = false;         ///< stands for groups inside a scale-up domain; else for those that leave it
    bool used = false;           ///< false: the drawing has no such group, or another sweep stands for it
    std::vector<double> formula; ///< s of the formula at each point
    /// |formula or interpolation ÷ measured − 1|, median over the points, in percent. `held_out`: each inner
    /// point interpolated between its neighbours. `range_out`: the outer points by the middle half of all
    /// sizes alone; below 0: fewer than 8 points.
    double before_pct = 0, after_pct = 0, held_out_pct = 0, range_out_pct = -1;
};

/// The sweeps that the scenario's calibration carries, on its drawing.
std::vector<ReplacedCollective> replaced_collectives(const Prepared& prepared);

/// Adds the sweeps; one of the same collective, ranks and nodes gives way.
void attach_sweeps(Calibration& calibration, const std::vector<CollectiveSweep>& sweeps);

/// "all_reduce on 16 ranks of 2 nodes".
std::string label_of(const CollectiveSweep& sweep);

/// "megatron.out (2026-11-27), all_reduce.txt": what a calibration was learned from.
std::string measured_by(const Calibration& calibration);

/// Says by what the scenario is calibrated, which collectives are measured and how far the formula was from
/// them; nothing where nothing was measured.
std::vector<Finding> measured_findings(const Prepared& prepared, double gpus);

} // namespace roofrack
