// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/base/model/decide/comparison_choice.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// What a workbook is made of.
struct WorkbookInput {
    const Answers& answers; ///< what is asked of its scenario
    std::string project;    ///< its name, for the titles
    /// Scenarios of the sheet Comparison, two to six, the reference first; fewer: there is none.
    std::vector<std::shared_ptr<const Answers>> compared{};
    /// Names of scenarios that have no room among them: said on the sheet and in the warnings.
    std::vector<std::string> left_out{};
    ComparisonChoice kept{}; ///< how the project compares them: handover_request()

    /// With the project's other scenarios on the sheet Comparison, as many as a comparison has, compared as
    /// the project keeps it.
    static WorkbookInput of(const Answers& answers, const Project& project);
};

/// An .xlsx file of the sheets Assumptions, Bill, Cables, Racks, Power tree, Cash flow, Comparison and
/// Figures: formulas are live, and each has the value beside it that this program finds. What a scenario has
/// not, as cash without a price, is said on its sheet and in `warnings`. Fails where the drawing cannot be
/// understood, or the folder for temporary files takes no more.
/// Once it is stopped, what its scenarios are being asked ends for good, and it fails.
Result<std::string> project_workbook(const WorkbookInput& input, std::vector<Diagnostic>& warnings,
                                     const std::stop_token& stop = {});

/// Rows that are written of the cables; a sheet has 1,048,576.
inline constexpr double most_cable_rows = 1'000'000;

} // namespace roofrack
