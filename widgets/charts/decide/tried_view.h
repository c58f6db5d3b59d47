// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"
#include "core/answers/decide/tried_family.h"
#include "core/answers/decide/tried_request.h"

#include <functional>

namespace roofrack {

/// Figures of a scenario over values of one of its inputs, with what is known so far.
struct TriedView {
    TriedRequest request;
    /// Figures are of the scenario's best plan, else of the plan as given.
    bool best_plan = false;
    std::vector<AxisInput> inputs; ///< The inputs that can be chosen, with the offered values.
    /// Null if it is still being computed, or if there is none.
    std::shared_ptr<const TriedFamily> family;
    std::string absent; ///< The reason why there is none.
    /// The family belongs to an earlier state, or is incomplete.
    bool is_stale = false;
    bool is_busy = false, is_cancelled = false;
};

/// Evaluates the scenario's figures with each value; `publish` is given what is known while the rest is
/// computed.
TriedView tried_view_of(const Answers& answers, const TriedRequest& request,
                        const std::function<void(TriedView)>& publish = {}, const std::stop_token& stop = {});

} // namespace roofrack
