// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/step/engine/evaluate.h"
#include "core/study/losses/what_if.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;
struct SlowGroups;

/// What can be done about a rack that all others wait for, without buying one; evaluated again.
struct SlowRackMitigation : WhatIf {
    enum class Kind {
        less_work,    ///< its replicas get fewer micro-batches
        fewer_layers, ///< its pipeline stages get fewer layers
        left_out,     ///< the job runs without it
        other_place,  ///< it and another rack exchange their places: air, feeds, cooling
        shared_power, ///< what all feeds deliver is divided among the racks by what they ask for
    };
    Kind kind = Kind::less_work;
    std::string what; ///< "12 micro-batches in 2 of 64 replicas, 17 in the others"
};
std::string_view name_of(SlowRackMitigation::Kind kind);  ///< "fewer_layers"
std::string_view label_of(SlowRackMitigation::Kind kind); ///< "fewer layers"

/// All instances of a drawn rack, or of a server outside any rack, that are slower than most.
struct SlowRack {
    std::string id, name;
    std::string why; ///< "at 91.2 % of their clock, held by its feeds"
    double count = 1, gpus = 0;
    std::vector<SlowRackMitigation> mitigations; ///< those that can be done, the best first; then the others

    /// The best that gains at least 1 %; nullptr: none does.
    const SlowRackMitigation* worthwhile() const;
};

/// The racks that cost most, at most `most_slow_racks`, of those that slow_groups() found. With less work or
/// fewer layers for slow GPUs the step lasts as long as the slower of two sides: slow GPUs with their reduced
/// share, the other GPUs with the rest. Shares are whole micro-batches and layers; the best one is taken.
/// Empty where nothing waits. When stopped, what was found so far.
std::vector<SlowRack> slow_racks(const Prepared& prepared, const Evaluation& evaluation,
                                 const Catalog& catalog, const SlowGroups& groups,
                                 const std::stop_token& stop = {});
inline constexpr size_t most_slow_racks = 4;

/// One finding for each rack that a mitigation helps: the mitigation and its gain.
std::vector<Finding> slow_rack_findings(const std::vector<SlowRack>& racks);

void describe(figures::Builder<SlowRackMitigation>& figures);
void describe(figures::Builder<SlowRack>& figures);

} // namespace roofrack
