// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison_study.h"

#include <string>
#include <vector>

namespace roofrack {

/// What stands before the text of a value: "! " power above the site's limit; "* " the best one, "(*) " the
/// best that is not certain; else empty.
std::string marks_of(const ComparedValue& value);
/// What these say: "*: the best by likely values of those that do the reference's work; (*): not certain, its
/// range overlaps another one's".
std::string marks_text(const ComparisonStudy& study);

/// Why a scenario is never the best in some rows, where a caution bars it: "its run is done without what is
/// bought, so it is never the best in days to the budget, energy of the run"; empty: none does.
std::string barred_text(const Comparison& comparison, size_t scenario);

/// What is said of the scenarios, in their order: that one does not run, why it is faster or slower, on which
/// other terms it stands, its barred_text(), and what of them is above the limit of a site. "“B”: 1.9 ×
/// faster, of which compute 42 %".
std::vector<std::string> scenario_sentences(const Comparison& comparison);

/// "from “A” to “B”, by parts of the step".
std::string way_text(const Comparison& comparison, const ScenarioWay& way);
/// What a step of a way changes its figure by: "−5.35 s".
std::string change_text(const Waterfall& way, const WaterfallStep& step);

} // namespace roofrack
