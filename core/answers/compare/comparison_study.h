// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"
#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/compare/waterfall.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Rows of a comparison that are shown.
enum class RowFilter { all, different, equal };

/// What is compared, and how.
struct ComparisonRequest : EqualRequest {
    std::vector<std::string> figures; ///< figures and inputs that are compared; empty: first_figures()
    std::vector<std::string> more;    ///< further ones
    bool differing_inputs = false;    ///< also the inputs outside the drawing that differ
    RowFilter rows = RowFilter::all;
    std::vector<std::string> ways; ///< figures whose way from the reference to each other is found
    WaterfallOrder order;          ///< the order of each way
};

/// What a project keeps of its comparison, as a request for scenarios of these names: equal_request() with
/// the rows and ways.
Result<ComparisonRequest> comparison_request(const ComparisonChoice& choice,
                                             const std::vector<std::string>& names);
/// The same for a file that is handed over of the first of these scenarios, made_equal_as_kept(): that is the
/// reference, and no row is left out. Reports and workbooks are compared by it, so that they say the same.
Result<ComparisonRequest> handover_request(ComparisonChoice choice,
                                           const std::vector<std::shared_ptr<const Answers>>& scenarios);

/// The way from the reference to a scenario.
struct ScenarioWay {
    std::string scenario; ///< its name
    Waterfall way;
    std::string absent; ///< why there is no way; empty: there is
};

/// Scenarios beside each other, as large as was asked.
struct ComparisonStudy {
    Comparison table;
    std::vector<EqualSize> sizes; ///< what each that was resized is then
    std::vector<ScenarioWay> ways;
    std::vector<std::string> notes; ///< sentences: what could not be done as asked, and what was done instead
};

/// Two to six scenarios compared, which are made equal already. Fails on a figure or an input that does not
/// exist, and on another number of scenarios. Stopped: fails.
Result<ComparisonStudy> comparison_study(const EqualScenarios& equal, const ComparisonRequest& request,
                                         const std::stop_token& stop = {});
/// The same of scenarios as they are: made_equal() first.
Result<ComparisonStudy> comparison_study(std::vector<std::shared_ptr<const Answers>> scenarios,
                                         const ComparisonRequest& request, const std::stop_token& stop = {});

} // namespace roofrack
