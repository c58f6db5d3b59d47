// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_tornado.h"
#include "core/base/model/decide/comparison_choice.h"

#include <functional>

namespace roofrack {

/// Figures of a scenario over all its inputs, with what is known so far.
struct TornadoView {
    ComparisonChoice choice; ///< The question as the project keeps it.
    bool best_plan = false;  ///< Figures are of the best plan, else of the plan as given.
    /// Null if they are still being computed, or if there are none.
    std::shared_ptr<const std::vector<FigureTornado>> figures;
    std::string absent;    ///< The reason why there are none.
    bool is_stale = false; ///< The figures belong to an earlier state and are being computed anew.
    /// Whether the window has a field for the input at an address; empty if there is no window with fields.
    std::function<bool(const std::string&)> has_field;
};

/// The figures of the scenario over its inputs, as the project keeps what is asked.
TornadoView tornado_view_of(const Answers& answers, const ComparisonChoice& choice,
                            const std::stop_token& stop = {});

/// The figures that the question names, or the first ones if it names none.
std::vector<std::string> asked_tornado(const ComparisonChoice& choice);

} // namespace roofrack
