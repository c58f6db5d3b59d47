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

/// What is said of a scenario that does not run, behind its name: "does not run: it does not fit"; a reason
/// that says so itself is left as it is.
std::string not_running_text(const std::string& reason);
/// "“C” does not run: it does not fit", "“C”: This cluster does not run: its feeds are too small".
std::string not_running_sentence(const ComparedScenario& scenario);

/// What is said of the scenarios, in their order: that one does not run, why it is faster or slower, on which
/// other terms it stands, its barred_text(), and what of them is above the limit of a site. "“B”: 1.9 ×
/// faster, of which compute 42 %".
std::vector<std::string> scenario_sentences(const Comparison& comparison);

/// "from “A” to “B”, by parts of the step".
std::string way_text(const Comparison& comparison, const ScenarioWay& way);
/// "no way to “B”: “A” has none: it does not fit"; the name of the scenario that it leads to stands once.
std::string no_way_text(const ScenarioWay& way);
/// What a step of a way changes its figure by: "−5.35 s".
std::string change_text(const Waterfall& way, const WaterfallStep& step);

} // namespace roofrack
