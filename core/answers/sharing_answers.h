// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/study/sharing/input_supply.h"
#include "core/study/sharing/shared_jobs.h"

namespace roofrack {

/// What the jobs on the fabric take from each other. Fails where they have more GPUs than are drawn, or the
/// scenario cannot be understood.
template<>
Result<SharedJobs> answer_of(const Answers& answers, const std::stop_token& stop);

/// What brings a step its samples. Fails where there is no step.
template<>
Result<InputSupply> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
