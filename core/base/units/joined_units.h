// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace roofrack {

/// The text with spaces that do not break between a number and its unit: "76 %" ends no line with "76".
std::string with_joined_units(const std::string& text);

} // namespace roofrack
