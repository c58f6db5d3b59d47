// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/input_map.h"

#include <chrono>
#include <string>

namespace roofrack {

/// "“X” wins in the whole range of both inputs by likely values; see Odds for how sure that is", with its
/// caution; of a family "… of the input". "best by likely values; …" where more than one wins: a map holds
/// likely values against each other, not what may be. Empty: there is one scenario, or nobody wins.
std::string winners_text(const InputMap& map);

/// probed_text() of a cell; where the figure counts weeks from the order, with its date: "42 weeks,
/// 2027-09-20".
std::string mapped_text(const InputMap& map, const MapCell& cell, std::chrono::sys_days order);

/// "as drawn: 15.6T across, 2048 up": the place of the scenarios on a map; empty: it has none, or it is
/// the family of one input.
std::string as_drawn_text(const InputMap& map);

/// "its run is done without what is bought in 3 of 12 cells, so it is not the best there"; a family has
/// values in their place: "at 1 of 2 values". Empty: that is so in no cell, or the scenario is never the best
/// at all.
std::string partly_barred_text(const InputMap& map, size_t scenario);

} // namespace roofrack
