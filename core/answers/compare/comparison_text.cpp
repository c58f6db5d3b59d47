// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison_text.h"

#include "core/answers/compare/above_limit.h"
#include "core/base/figures/measure.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

std::string marks_of(const ComparedValue& value) {
    return fmt::format("{}{}", value.above.empty() ? "" : "! ",
                       value.overlaps  ? "(*) "
                       : value.is_best ? "* "
                                       : "");
}

std::string marks_text(const ComparisonStudy& study) {
    return fmt::format("*: the best by likely values of those that do the reference's work{}; (*): not "
                       "certain, its range overlaps another one's",
                       study.sizes.empty() ? "" : " and meet the amount");
}

std::vector<std::string> scenario_sentences(const Comparison& comparison) {
    std::vector<std::string> out;
    for (const ComparedScenario& each : comparison.scenarios) {
        if (!each.reason.empty())
            out.push_back(fmt::format("“{}” does not run: {}", each.name, each.reason));
        else if (!each.sentence.empty())
            out.push_back(fmt::format("“{}”: {}", each.name, each.sentence));
        if (!each.later.empty()) out.push_back(fmt::format("“{}” is done {}", each.name, each.later));
        if (const std::string terms = terms_text(each); !terms.empty())
            out.push_back(fmt::format("“{}” {}", each.name, terms));
    }
    for (const std::string& each : above_limit_sentences(comparison)) out.push_back("!: " + each);
    return out;
}

std::string way_text(const Comparison& comparison, const ScenarioWay& way) {
    return fmt::format("from “{}” to “{}”{}", comparison.scenarios[comparison.reference].name, way.scenario,
                       way.way.is_by_parts   ? ", by parts of the step"
                       : way.way.is_averaged ? ", averaged over all orders"
                                             : "");
}

std::string change_text(const Waterfall& way, const WaterfallStep& step) {
    return (step.change < 0 ? "−" : "+") + figures::figure_text(std::abs(step.change), way.row->measure);
}

} // namespace roofrack
