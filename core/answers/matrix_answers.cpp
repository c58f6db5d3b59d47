// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/matrix_answers.h"

#include "core/answers/facility_answers.h"
#include "core/answers/found_from.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"

namespace roofrack {

Result<LimitRow> limit_row_of(const Answers& answers, const LimitTargets& targets,
                              const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        LimitSources of;
        of.prepared = &asked.prepared;
        of.evaluation = &evaluation;
        if (const auto* levels = answers.value<FacilityLevels>()) of.facility = &levels->study;
        of.room = answers.value<RoomStudy>();
        if (!of.room) of.no_room = why_missing(answers.get<RoomStudy>()).what;
        of.money = answers.value<MoneyStudy>();
        if (evaluation.feasible) of.mitigations = answers.value<Mitigations>();
        return limit_row(of, answers.catalog(), targets, stop);
    });
}

LimitRow limit_row_or_reason(const Answers& answers, const std::stop_token& stop) {
    auto row = limit_row_of(answers, {}, stop);
    return row ? std::move(*row) : LimitRow{answers.scenario().name, row.error().text(), {}};
}

template<>
Result<LimitRow> answer_of(const Answers& answers, const std::stop_token& stop) {
    return limit_row_of(answers, {}, stop);
}

} // namespace roofrack
