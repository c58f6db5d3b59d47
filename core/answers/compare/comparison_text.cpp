// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison_text.h"

#include "core/answers/compare/above_limit.h"
#include "core/base/figures/difference.h"
#include "core/study/money/missing_price.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

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

std::string barred_text(const Comparison& comparison, size_t scenario) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const ComparedRow& row : comparison.rows) {
        const std::string& why = row.values[scenario].barred;
        if (why.empty()) continue;
        auto known = std::ranges::find(reasons, why, [](const auto& each) { return each.first; });
        if (known == reasons.end()) known = reasons.insert(known, {why, {}});
        known->second.push_back(row.label.empty() ? row.name : row.label);
    }
    std::vector<std::string> out;
    for (const auto& [why, rows] : reasons)
        out.push_back(fmt::format("{} in {}", never_best_text(why), fmt::join(rows, ", ")));
    return fmt::format("{}", fmt::join(out, "; "));
}

std::string not_running_text(const std::string& reason) {
    return reason.find("not run") == std::string::npos ? "does not run: " + reason : reason;
}

std::string not_running_sentence(const ComparedScenario& scenario) {
    const std::string text = not_running_text(scenario.reason);
    return fmt::format("“{}”{} {}", scenario.name, text == scenario.reason ? ":" : "", text);
}

std::vector<std::string> scenario_sentences(const Comparison& comparison) {
    std::vector<std::string> out;
    for (const ComparedScenario& each : comparison.scenarios) {
        if (!each.reason.empty())
            out.push_back(not_running_sentence(each));
        else if (!each.sentence.empty())
            out.push_back(fmt::format("“{}”: {}", each.name, each.sentence));
        if (!each.later.empty())
            out.push_back(fmt::format("“{}” is done {}", each.name, each.later));
        else if (!each.trains_none.empty())
            out.push_back(fmt::format("“{}”: {}", each.name, each.trains_none));
        if (const std::string terms = terms_text(each); !terms.empty())
            out.push_back(fmt::format("“{}” {}", each.name, terms));
        const size_t place = static_cast<size_t>(&each - comparison.scenarios.data());
        if (const std::string barred = barred_text(comparison, place); !barred.empty())
            out.push_back(fmt::format("“{}”: {}", each.name, barred));
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

std::string no_way_text(const ScenarioWay& way) {
    const std::string of_its_end = fmt::format("“{}” has none: ", way.scenario);
    const bool is_of_its_end = way.absent.starts_with(of_its_end);
    return fmt::format("no way to “{}”: {}", way.scenario,
                       is_of_its_end ? way.absent.substr(of_its_end.size()) : way.absent);
}

std::string change_text(const Waterfall& way, const WaterfallStep& step) {
    return figures::change_text(step.change, way.row->measure);
}

} // namespace roofrack
