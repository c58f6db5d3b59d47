// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/cautions.h"

#include "core/answers/step_answers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace roofrack {

std::vector<Caution> cautions_of(const Answers& answers) {
    return figure_cautions(answers.scenario().cluster, answers.value<Evaluation>(), answers.catalog());
}

std::string ScenarioCaution::text() const {
    return fmt::format("{}", fmt::join(caution_texts(cautions), ", "));
}

std::string ScenarioCaution::detailed_text() const {
    std::vector<std::string> out;
    for (const Caution& each : cautions) out.push_back(each.detailed_text());
    return fmt::format("{}", fmt::join(out, ", "));
}

} // namespace roofrack
