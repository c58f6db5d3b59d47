// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"
#include "core/answers/decide/tried_family.h"

#include <functional>

namespace roofrack {

/// What is asked: figures over values of one input.
struct TriedRequest {
    std::string input;                ///< its address; empty: nothing is asked
    std::string values;               ///< as read_tried() reads them
    std::vector<std::string> figures; ///< empty: first_tried_figures()
    bool operator==(const TriedRequest&) const = default;

    std::vector<std::string> asked_figures() const;
};

/// Figures of a scenario over values of one of its inputs, as far as they are known.
struct TriedView {
    TriedRequest request;
    bool best_plan = false;        ///< by the best plan of the scenario, else by the plan as given
    std::vector<AxisInput> inputs; ///< inputs that can be chosen, with values that are offered
    std::shared_ptr<const TriedFamily> family; ///< null: it is being found, or there is none
    std::string absent;                        ///< why there is none
    bool is_stale = false;                     ///< what is there is of what was before, or not the whole
    bool is_busy = false, is_cancelled = false;
};

/// What a scenario's figures become; `publish` is given what is known while more is being found.
TriedView tried_view_of(const Answers& answers, const TriedRequest& request,
                        const std::function<void(TriedView)>& publish = {}, const std::stop_token& stop = {});

} // namespace roofrack
