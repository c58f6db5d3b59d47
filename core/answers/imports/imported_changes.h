// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// The number that a cell of a workbook holds and nothing else; it is finite.
std::optional<double> number_in_cell(const std::string& cell);

/// What a file says otherwise than the scenario does that it is imported into.
struct ImportedChange {
    std::string place;         ///< "Bill, row 5, Quantity", "scenario 'Base' › rack r1 › count"
    std::string what;          ///< "DGX H100: quantity", "/site/electricity_price"
    std::string before, after; ///< as the file has them; empty: not there
    std::string refused;       ///< why it cannot be taken; empty: it is

    /// "DGX H100: 32 → 64", with six digits of numbers.
    std::string text() const;
};

/// All that a file changes in a scenario: a workbook, a drawing.
struct ImportedChanges {
    std::vector<ImportedChange> list; ///< in the order of the file
    Scenario scenario;                ///< with all that is taken
    size_t more = 0;                  ///< further ones, which are taken and not listed
    std::vector<Diagnostic> warnings; ///< what of the file was not understood, and is left out

    size_t all() const { return list.size() + more; }
    size_t taken() const;
};

} // namespace roofrack
