// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/drawing_answers.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A change that a workbook asks of a scenario.
struct WorkbookEdit {
    enum class Kind { input, cable, power, quantity, price };
    Kind kind = Kind::input;
    size_t row = 0;                               ///< row of the bill; not of inputs
    std::string address;                          ///< inputs only
    std::string text;                             ///< inputs: the value; cables: the part's id
    double number = 0;                            ///< quantity, power each (W)
    std::array<std::optional<double>, 3> price{}; ///< likely, low, high of one, $, those that were changed
    std::vector<std::string> links;               ///< cables: ids
    std::string refused;                          ///< why it cannot be made; empty: it is
};

/// The scenario with as many of the edits as hold; the others say why not. `answers`: of the scenario. An
/// edit holds where the bill of the changed scenario has what it asks for, and has not changed what stands
/// beside it.
Scenario with_edits(const Answers& answers, std::vector<WorkbookEdit>& edits);

} // namespace roofrack
