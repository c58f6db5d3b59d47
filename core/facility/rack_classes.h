// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/rack_model.h"

#include <deque>

namespace roofrack {

/// Racks alike in all that power and heat ask of them, however many elements they were drawn as. Their
/// servers that are alike stand as one; ServerModel::group counts slots.
struct RackClass {
    RackModel model; ///< `count`: instances of all its racks
    int first = 0;   ///< first of its racks
};

struct RackClasses {
    std::vector<RackClass> classes;
    std::vector<int> of_rack;  ///< class of each rack
    std::vector<int> of_group; ///< slot of each fabric group: GPUs that have one clock; −1: in no rack
    size_t slots = 0;

    /// Equal to 12 digits counts as alike: what is shared by many racks was summed in some order.
    static RackClasses of(std::span<const RackModel> racks, size_t groups);
};

/// Racks of one class of which the same share works.
struct RackSet {
    size_t rack_class = 0;
    double count = 0;
    std::span<const double> busy; ///< by slot; empty: all work
};

struct RackSets {
    std::vector<RackSet> lots;
    std::vector<int> of_rack;
    std::deque<std::vector<double>> shares; ///< what the lots' spans look into

    /// Every GPU works.
    static RackSets all(const RackClasses& classes);
    /// `active_gpus` work, the first ones in drawn order. `group_gpus`: of each fabric group.
    static RackSets of(const RackClasses& classes, std::span<const RackModel> racks,
                       std::span<const double> group_gpus, double active_gpus);
};

} // namespace roofrack
