// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/mitigation/mitigations.h"

namespace roofrack {

/// Changes that make the step faster: a second's work. Fails where the plan does not run.
template<>
Result<Mitigations> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
