// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/present/house_style.h"
#include "core/base/units/diagnostic.h"

#include <optional>

namespace roofrack {

/// Most bytes of a style's name, font and footer.
inline constexpr size_t most_style_text = 200;

/// What is wrong with a style, the place as a JSON pointer into it: "/colours/text"; none: nothing is.
std::optional<Diagnostic> fault_of_style(const HouseStyle& style);

} // namespace roofrack
