// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/measure.h"

#include <vector>

namespace roofrack::figures {

/// cell_text() of values that are read together, such as both ends of a range: all in one unit, as
/// in_one_unit() has it.
std::vector<std::string> cell_texts(const std::vector<double>& values, const Measure& measure);
/// figure_text() of them, all in one unit.
std::vector<std::string> figure_texts(const std::vector<double>& values, const Measure& measure);

} // namespace roofrack::figures
