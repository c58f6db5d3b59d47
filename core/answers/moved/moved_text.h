// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/moved/moved_figures.h"

#include <array>

namespace roofrack {

/// "3 of 24 kept figures have moved since version 1.2".
std::string moved_sentence(const MovedFigures& moved);
/// "+1.2 %" of what it was; where that is nothing, the change itself.
std::string moved_share(double change, double was);

/// Headings of moved_rows().
inline constexpr std::array moved_headings{"scenario", "figure",       "was",        "now",
                                           "change",   "by constants", "by the rest"};
/// A row a figure that has moved.
std::vector<std::vector<std::string>> moved_rows(const MovedFigures& moved);
/// What single constants do to a figure: "+3 % by failures.restart", the largest first; empty: none does
/// anything.
std::vector<std::string> moved_causes(const MovedFigures& moved, const MovedFigure& figure, size_t most);

} // namespace roofrack
