// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/cautions.h"

#include "core/answers/facility_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/study/money/meanwhile_findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace roofrack {

std::vector<Caution> cautions_of(const Answers& answers, const Cluster* there) {
    std::vector<Caution> out =
        figure_cautions(answers.scenario().cluster, answers.value<Evaluation>(), answers.catalog(), there);
    const SupplyShortages* const short_of = answers.value<SupplyShortages>();
    if (!short_of) return out;
    auto place =
        std::ranges::find_if(out, [](const Caution& each) { return each.kind > CautionKind::shortage; });
    for (const Shortage& each : short_of->found)
        place = std::next(out.insert(place, Caution{CautionKind::shortage, each.words, {}, each.detail}));
    return out;
}

std::vector<Caution> cautions_of_run(const Answers& answers, const Cluster* there) {
    std::vector<Caution> out = cautions_of(answers, there);
    const auto* const evaluation = answers.value<Evaluation>();
    if (!evaluation || !evaluation->feasible) return out; // it has no days and $ to be read with care
    if (const auto* const now = answers.value<TrainsMeanwhile>())
        if (auto caution = meanwhile_caution(now->meanwhile, now->lead_weeks))
            out.push_back(std::move(*caution));
    return out;
}

std::string ScenarioCaution::text() const {
    return fmt::format("{}", fmt::join(caution_texts(cautions), ", "));
}

std::string ScenarioCaution::detailed_text() const {
    std::vector<std::string> out;
    for (const Caution& each : cautions) out.push_back(each.detailed_text());
    return fmt::format("{}", fmt::join(out, "; "));
}

} // namespace roofrack
