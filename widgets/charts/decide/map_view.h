// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"
#include "core/base/model/decide/comparison_choice.h"

#include <functional>

namespace roofrack {

/// A figure of the scenarios over two inputs, as far as it is known.
struct MapView {
    ComparisonChoice choice;             ///< as the project keeps it
    std::vector<std::string> left_out;   ///< names of the scenarios that are not in it
    bool best_plan = false;              ///< each by its best plan, else by the plan that it has
    std::vector<AxisInput> inputs;       ///< what an axis may be
    std::shared_ptr<const InputMap> map; ///< null: it is being found, or there is none
    std::string absent;                  ///< why there is none
    bool is_coarse = false;              ///< the whole one is being found
    bool is_stale = false;               ///< what is there is of what was before
    bool is_busy = false, is_cancelled = false;
};

/// The map of the scenarios, six at most, as the project keeps what is asked; `publish` is given the coarse
/// one first.
MapView map_view_of(const std::vector<std::shared_ptr<const Answers>>& scenarios,
                    const ComparisonChoice& choice, bool best_plan,
                    const std::function<void(MapView)>& publish = {}, const std::stop_token& stop = {});

} // namespace roofrack
