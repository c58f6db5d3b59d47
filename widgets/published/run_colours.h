// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <string>
#include <vector>

namespace roofrack {

/// The colour of a class of runs among all: the parts' own, in the order of `classes`.
QColor run_colour(const Theme& theme, const std::vector<std::string>& classes, const std::string& name);

} // namespace roofrack
