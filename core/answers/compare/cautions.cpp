// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/cautions.h"

#include "core/answers/compare/supply_clock.h"
#include "core/answers/facility_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/units/percent_text.h"
#include "core/study/money/meanwhile_findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace roofrack {

namespace {

/// "the supply holds the clocks at 89 %", by what; none: it holds none, or nothing runs.
std::optional<Caution> held_clocks_caution(const Answers& answers) {
    const Evaluation* const evaluation = answers.value<Evaluation>();
    const SupplyClock held = supply_clock(answers);
    if (!evaluation || !evaluation->feasible || !held.is_named()) return std::nullopt;
    return Caution{CautionKind::held_clocks,
                   std::string(held_clocks_begin) + share_in_percent(held.clock),
                   {},
                   std::string(label_of(held.cause))};
}

} // namespace

std::vector<Caution> cautions_of(const Answers& answers, const Cluster* there) {
    std::vector<Caution> out =
        figure_cautions(answers.scenario().cluster, answers.value<Evaluation>(), answers.catalog(), there);
    // Behind those that are graver or of its kind.
    const auto add = [&out](Caution caution) {
        const auto place =
            std::ranges::find_if(out, [&](const Caution& each) { return each.kind > caution.kind; });
        out.insert(place, std::move(caution));
    };
    if (const SupplyShortages* const short_of = answers.value<SupplyShortages>())
        for (const Shortage& each : short_of->found)
            add({CautionKind::shortage, each.words, {}, each.detail});
    if (auto caution = held_clocks_caution(answers)) add(std::move(*caution));
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
