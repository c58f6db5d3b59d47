// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/design_json.h"

#include <chrono>
#include <optional>

namespace roofrack {

/// A design search as people ask for it.
struct DesignAsked {
    std::string goal;                           ///< "money.run.usd_per_million", "max:step.mfu"
    std::vector<std::string> limits;            ///< "power.metered_w<=20 MW"
    std::vector<std::string> vary;              ///< "gpus=64:512"
    std::optional<std::chrono::sys_days> order; ///< from which dates in limits count
    bool operator==(const DesignAsked&) const = default;
};

/// The search with nothing found yet. Fails on what cannot be read.
Result<DesignStudy> asked_designs(const Answers& base, const DesignAsked& asked);
/// Puts what was found into the study and judges it.
void judge_found(DesignStudy& study, const Answers& base, DesignRows found);

} // namespace roofrack
