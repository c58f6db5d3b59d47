// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/step_part.h"

#include <QString>

#include <vector>

namespace roofrack {

/// The parts of a step that are named beside its bar. With `others` their seconds sum to the step.
struct StepRows {
    std::vector<StepPart> taken;  ///< parts that take time, in the order in which they were asked for
    std::vector<StepPart> none;   ///< parts that take none here, but do at other sizes: below all others
    std::vector<StepPart> others; ///< parts that take time, but have no name of their own

    size_t rows() const { return taken.size() + none.size() + (others.empty() ? 0 : 1); }
    double others_seconds(const StepParts& parts) const; ///< s
    QString others_name() const;                         ///< "3 others"
};

/// The rows of `parts` (s) for those `named`, at most `most` of them: the least give way, those that take
/// nothing first. The row of the others is one of them and stays.
StepRows step_rows(const StepParts& parts, const std::vector<StepPart>& named, size_t most);

/// The parts of `named`, in their order, that take at least a twentieth of some bar (s), three at most: so
/// few stand beside a title where a legend has no line of its own.
std::vector<StepPart> widest_parts(const std::vector<StepParts>& bars, const std::vector<StepPart>& named);

} // namespace roofrack
