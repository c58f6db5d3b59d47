// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/map_request.h"

#include <stop_token>

namespace roofrack {

/// The axes of a map where none are named: usual_map_axes(), where the figure has another winner somewhere in
/// their range. Else two inputs in whose range the winner changes, if a few tries find such: of the inputs
/// outside drawing and plan that all scenarios have, the usual ones and those that move the figure of the
/// first scenario most (input_tornado()) are tried at three values each, then pairs of those that come
/// nearest to another winner. Where no pair changes it, where the figure needs a search for each value, and
/// where it is stopped, the usual ones.
std::vector<std::string> turning_map_axes(const EqualScenarios& equal, const std::string& figure,
                                          const std::stop_token& stop = {});

/// The least that one that may win a cell lies behind its winner, as a share of the winner's figure;
/// infinite: there is nobody but the winners.
double least_lead(const InputMap& map);

} // namespace roofrack
