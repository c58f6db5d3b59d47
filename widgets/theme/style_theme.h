// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "widgets/theme/theme.h"

namespace roofrack {

/// The look `base` in the colours and the type of a house style, as far as it says some; the colours of what
/// is good or wrong, and those of the parts of the step stay. Type that is not installed is the program's
/// own.
Theme styled_theme(const Theme& base, const HouseStyle& style);

/// The style's type is installed here, or it says none.
bool has_type(const HouseStyle& style);

} // namespace roofrack
