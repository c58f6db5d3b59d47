// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/money/figure_cautions.h"

#include <string>
#include <vector>

namespace roofrack {

/// figure_cautions() of a scenario by its own answers, "short of power after a failure" or of cooling, and
/// "the supply holds the clocks at 89 %", by supply_clock() of one that runs.
/// `there`: a drawing in whose place it stands; null: none is known.
std::vector<Caution> cautions_of(const Answers& answers, const Cluster* there = nullptr);

/// The same and, of a scenario that runs, meanwhile_caution(), which takes a step of what is there already.
std::vector<Caution> cautions_of_run(const Answers& answers, const Cluster* there = nullptr);

/// cautions_of_run() a scenario that has some.
struct ScenarioCaution {
    std::string scenario; ///< its name
    std::vector<Caution> cautions;

    std::string text() const;          ///< "announced, may not fit in memory"
    std::string detailed_text() const; ///< "announced; may not fit in memory: needs 83 GB …"
};

} // namespace roofrack
