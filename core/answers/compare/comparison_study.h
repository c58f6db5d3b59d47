// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/compare/waterfall.h"
#include "core/base/model/decide/comparison_choice.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// Rows of a comparison that are shown.
enum class RowFilter { all, different, equal };

/// What is compared, and how.
struct ComparisonRequest {
    size_t reference = 0;             ///< place of the scenario that the others are held against
    bool same_work = false;           ///< the others take its model, batch and token budget first
    std::optional<EqualBy> at_equal;  ///< all are resized until they meet in it
    std::optional<double> amount;     ///< what all meet; none: what the reference has
    std::vector<std::string> figures; ///< figures and inputs that are compared; empty: first_figures()
    std::vector<std::string> more;    ///< further ones
    bool differing_inputs = false;    ///< also the inputs outside the drawing that differ
    RowFilter rows = RowFilter::all;
    std::vector<std::string> ways; ///< figures whose way from the reference to each other is found
    WaterfallOrder order;          ///< the order of each way
};

/// What a project keeps of its comparison, as a request for scenarios of these names. Where the reference is
/// not among them, the first stands for it. Fails on an amount that cannot be read, naming its place in the
/// file.
Result<ComparisonRequest> comparison_request(const ComparisonChoice& choice,
                                             const std::vector<std::string>& names);

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

/// Two to six scenarios compared. What cannot be resized stays as it is drawn, with a note. Fails on a figure
/// or an input that does not exist, on another number of scenarios, and where the reference has nothing of
/// what all shall meet in.
Result<ComparisonStudy> comparison_study(std::vector<std::shared_ptr<const Answers>> scenarios,
                                         const ComparisonRequest& request, const std::stop_token& stop = {});

} // namespace roofrack
