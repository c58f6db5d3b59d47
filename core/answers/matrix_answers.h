// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/matrix/limit_row.h"

namespace roofrack {

/// What limits the scenario, held to targets. Fails where it cannot be understood.
Result<LimitRow> limit_row_of(const Answers& answers, const LimitTargets& targets,
                              const std::stop_token& stop = {});

/// What limits the scenario, held to no targets; one that cannot be understood has the reason and no cells.
LimitRow limit_row_or_reason(const Answers& answers, const std::stop_token& stop = {});

/// limit_row_of() held to nothing but what is drawn and the site.
template<>
Result<LimitRow> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
