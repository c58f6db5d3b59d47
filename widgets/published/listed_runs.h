// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measure/published/predictions.h"
#include "core/measured/measure/published/run_groups.h"

#include <string>
#include <vector>

namespace roofrack {

/// The rows that the filter lets pass, by their places in `rows`.
std::vector<size_t> passing(const ListedRuns& runs, const RunFilter& filter);
/// The classes of all rows, in the order of grouped_by().
std::vector<std::string> classes_of(const ListedRuns& runs, RunClass by);
/// Figures of the rows at these places.
Figures figures_of(const ListedRuns& runs, const std::vector<size_t>& places);

} // namespace roofrack
