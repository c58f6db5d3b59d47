// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/step/engine/straggler_costs.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/losses/slow_kinds.h"
#include "core/study/losses/slow_racks.h"

#include <optional>
#include <vector>

namespace roofrack {

/// What one failure takes, of the drawn size.
template<>
Result<BlastRadii> answer_of(const Answers& answers, const std::stop_token& stop);

/// What waiting for the slowest GPU costs. Fails where the plan does not run.
template<>
Result<StragglerCosts> answer_of(const Answers& answers, const std::stop_token& stop);

/// Racks that hold up the run, and what each costs. Fails likewise.
template<>
Result<SlowGroups> answer_of(const Answers& answers, const std::stop_token& stop);

/// What can be done about them. Fails likewise.
struct SlowRackMitigations {
    std::vector<SlowRack> racks;
};
template<>
Result<SlowRackMitigations> answer_of(const Answers& answers, const std::stop_token& stop);

/// Slower kinds of GPU that train together with faster ones. Fails likewise.
struct MixedKinds {
    std::optional<SlowKinds> kinds; ///< none: all are alike
};
template<>
Result<MixedKinds> answer_of(const Answers& answers, const std::stop_token& stop);

} // namespace roofrack
