// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/mitigation_answers.h"

#include "core/answers/found_from.h"
#include "core/answers/step_answers.h"

namespace roofrack {

template<>
Result<Mitigations> answer_of(const Answers& answers, const std::stop_token& stop) {
    return found_from<AsAsked, Evaluation>(answers, [&](const AsAsked& asked, const Evaluation& evaluation) {
        return mitigations(asked.prepared, evaluation, answers.catalog(), stop);
    });
}

} // namespace roofrack
