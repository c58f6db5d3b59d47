// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/design_search.h"

namespace roofrack {

/// How one design stands among all that were found.
struct DesignStanding {
    bool is_feasible = false;   ///< it runs, has the goal's figure, keeps every limit and is not barred
    std::string barred;         ///< barring_caution() of the goal, by which it is never the best
    size_t rank = 0;            ///< by the goal, from 1; 0: it is not feasible
    bool is_on_front = false;   ///< no feasible one is as good in goal and limits and better in one of them
    std::vector<size_t> broken; ///< limits that it breaks, or whose figure it has not, the worst first
    double miss = 0; ///< the share by which it breaks the worst of them; infinite: a figure is absent
    /// The limit that it keeps and uses most; none: it keeps none.
    std::optional<size_t> tightest;
    double use = 0;   ///< what it uses of that, 1 is all
    std::string ends; ///< what stops it from being larger, or what it breaks; empty: nothing
    std::string lost; ///< why it is not the best; of the best empty
};

struct DesignVerdict {
    std::vector<DesignStanding> standings; ///< in the order of the rows
    std::vector<size_t> ranked;            ///< rows that are feasible, the best first
    std::vector<size_t> front;             ///< rows on the Pareto front, in the same order
    std::vector<size_t> nearest; ///< where none is feasible: rows that run and miss least, the nearest first
    size_t running = 0;          ///< rows that run
    std::string sentence;        ///< what comes of it, in words
};

/// Judges what was found. `as_drawn`: the scenario itself, read like a design, which stands in no ranking;
/// the sentence says where it is better than all designs. Ties go to the design that comes first in the
/// space.
DesignVerdict judge_designs(const DesignSpace& space, const DesignQuestion& question,
                            const std::vector<DesignRow>& rows, const DesignRow& as_drawn);

} // namespace roofrack
