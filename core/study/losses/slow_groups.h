// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/evaluation.h"
#include "core/step/engine/prepared.h"

#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

/// What one drawn rack (a server that stands in none) costs the run by being slower than the others, and what
/// the run is without it; each figure is a scenario evaluated again.
struct SlowGroup {
    /// The run with something changed.
    struct Then {
        std::string reason;     ///< why it does not run; empty: it does
        bool too_large = false; ///< HBM is why
        double gpus = 0;        ///< GPUs that the plan uses
        double rate = 0;        ///< sequences a second of the wall clock
        double days = 0;        ///< days of the run
        double gain = 0;        ///< gain of the rate
    };
    std::string element, name;
    std::string why;      ///< "drawn at 75 % of their speed"; empty: no slower than the others
    double drawn = 1;     ///< instances of it
    double counted = 1;   ///< how many of these the figures are of: one that was asked for, or all slow ones
    std::string together; ///< why all of them though one was asked for; empty: as it should be
    double gpus = 0;      ///< GPUs of those counted
    double wait = 0;      ///< s of a step that all wait for it: gone where it is replaced
    double gpu_hours = 0; ///< GPU hours that the others wait in the run
    double dollars = 0;   ///< dollars of these hours
    double days = 0;      ///< days that the run takes longer because of it
    Then replaced;        ///< by one like those of most GPUs
    Then without;         ///< taken out: fewer GPUs, and no wait for it
};

struct SlowGroups {
    double steps = 0;              ///< steps of the run, or 100,000
    bool whole_run = true;         ///< there is a token budget
    double days = 0;               ///< days that they take now
    std::vector<SlowGroup> groups; ///< what costs most first
    double left_out = 0;           ///< racks that are slow as well and were not evaluated
};

/// The slow groups of every drawn rack that holds slower GPUs than most, with all that are drawn as one, the
/// slowest `most_slow_groups` of them; or of `element`, an id or the name of anything with GPUs inside, slow
/// or not: of a single one where several are drawn as one and split() can take it out. Without it, the plan
/// keeps its degrees but dp, on the most GPUs that it divides, with the same batch. Fails where no such
/// element holds GPUs or none is left beside it. Stopped: those found so far.
Result<SlowGroups> slow_groups(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                               const std::string& element = {}, const std::stop_token& stop = {});

inline constexpr size_t most_slow_groups = 8;

/// Every drawn rack (server that stands in none) that holds slower GPUs than most, by what is drawn or by the
/// clock that it is held to, the slowest first.
std::vector<std::string> slower_racks(const Prepared& prepared, const Evaluation& evaluation,
                                      const Catalog& catalog);
/// The scenario where they, and what stands in them, are as where most GPUs stand: part, speed, caps, air.
Scenario with_racks_like_most(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                              const std::vector<std::string>& racks);

} // namespace roofrack
