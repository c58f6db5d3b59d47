// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/run_groups.h"

#include <memory>
#include <string>
#include <vector>

namespace roofrack {

/// Published runs beside their predictions, as the list and its charts show them.
struct ListedRuns {
    std::vector<ValidatedRow> rows;
    size_t skipped = 0;   ///< skipped that cannot be predicted
    double nominal = 0.8; ///< coverage of the bands
};
using ListedRunsPtr = std::shared_ptr<const ListedRuns>;

/// The rows that the filter lets pass, by their places in `rows`.
std::vector<size_t> passing(const ListedRuns& runs, const RunFilter& filter);
/// The classes of all rows, in the order of grouped_by().
std::vector<std::string> classes_of(const ListedRuns& runs, RunClass by);
/// Figures of the rows at these places.
Figures figures_of(const ListedRuns& runs, const std::vector<size_t>& places);

} // namespace roofrack
