// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_tornado.h"
#include "core/base/model/decide/comparison_choice.h"

#include <functional>

namespace roofrack {

/// Figures of a scenario over all its inputs, as far as they are known.
struct TornadoView {
    ComparisonChoice choice; ///< as the project keeps it
    bool best_plan = false;  ///< by the best plan, else by the plan as given
    std::shared_ptr<const std::vector<FigureTornado>> figures; ///< null: they are being found, or are none
    std::string absent;                                        ///< why there are none
    bool is_stale = false; ///< what is there is of what was before: it is being found again
    /// Whether the window has a field for the input at an address; none: it has no fields.
    std::function<bool(const std::string&)> has_field;
};

/// The figures of the scenario over its inputs, as the project keeps what is asked.
TornadoView tornado_view_of(const Answers& answers, const ComparisonChoice& choice,
                            const std::stop_token& stop = {});

/// The figures that are asked.
std::vector<std::string> asked_tornado(const ComparisonChoice& choice);

} // namespace roofrack
