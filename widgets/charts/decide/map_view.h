// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/kept_equal.h"
#include "core/answers/decide/map_request.h"

#include <functional>

namespace roofrack {

/// A figure of the scenarios over two inputs, with what is known so far.
struct MapView {
    ComparisonChoice choice;           ///< The question as the project keeps it.
    std::vector<std::string> axes;     ///< What the map goes over; the usual ones where none are kept.
    std::vector<std::string> left_out; ///< Names of the scenarios that the map leaves out.
    /// Each scenario is evaluated with its best plan, else with the plan that it has.
    bool best_plan = false;
    std::vector<AxisInput> inputs;       ///< The inputs that can be an axis.
    std::shared_ptr<const InputMap> map; ///< Null if it is still being computed, or if there is none.
    std::string absent;                  ///< The reason why there is no map.
    /// The map has few points so far; the complete one is being computed.
    bool is_coarse = false;
    bool is_stale = false; ///< The map belongs to an earlier state.
    bool is_busy = false, is_cancelled = false;
};

/// The map of the scenarios, six at most, as the project keeps what is asked: as large as it compares them.
/// `publish` is given the coarse one first; `kept` keeps how they were made equal for the next question,
/// null: nothing does.
MapView map_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                    const ComparisonChoice& choice, bool best_plan,
                    const std::function<void(MapView)>& publish = {}, const std::stop_token& stop = {},
                    KeptEqual* kept = nullptr);

} // namespace roofrack
