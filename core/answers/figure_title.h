// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/figure_index.h"

#include <string>

namespace roofrack {

/// "capital (Money)"; of figures of a study that are called alike with the place of each in it: "capital
/// (Money, run, usd per hour)". No two figures that are no items of lists have the same.
std::string figure_title(const IndexedFigure& figure);
/// The label of a figure by its full name, where no other figure is called so; else its figure_title(). The
/// name itself of what is no figure.
std::string distinct_label(std::string_view name);

} // namespace roofrack
