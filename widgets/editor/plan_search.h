// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/step/search/search.h"

#include <functional>
#include <memory>

namespace roofrack {

class Catalog;

struct PlanSearchRequest {
    std::shared_ptr<const Scenario> scenario;
    SearchOptions options;
};

/// A finished search with the question that it answers.
struct PlanSearch {
    PlanSearchRequest asked;
    SearchResult result;

    /// GPUs that the plans were made for.
    double gpus() const;
};

/// Runs a search on a worker thread: the engine's, or what a test gives instead.
using PlanSearcher =
    std::function<Result<SearchResult>(const PlanSearchRequest&, SearchProgress&, const std::stop_token&)>;

/// The search of the core on the drawing's fabric.
PlanSearcher engine_searcher(const Catalog& catalog);

/// True while the search's answer holds for `now`: same drawing (places and notes aside), workload, site and
/// calibration, and a plan that differs at most in the axes that were searched.
bool still_holds(const PlanSearch& search, const Scenario& now);

/// The plan `now` with the degrees and choices of the plan that was found; all that was not searched stays.
/// Data parallel stays "whatever the GPUs leave" where it is, or where another GPU count was searched.
Plan adopted(const Plan& found, const Plan& now, const SearchOptions& asked);
/// To adopt `found` would change nothing of how `now` runs.
bool is_adopted(const Plan& found, const Plan& now, const SearchOptions& asked);

} // namespace roofrack
