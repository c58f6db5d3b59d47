// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// Values of an input as people read them: "0.0431 to 0.172 in 24" of "0.0431..0.1724:24". Ends have three
/// digits, whole numbers all of theirs; what is no range stays as it is.
std::string shown_range(std::string_view values);

/// What is typed in place of shown_range(before), as read_tried() reads it. An end that was left as it was
/// shown is not rounded, and nothing changes where all was left so.
std::string typed_range(std::string_view typed, std::string_view before);

} // namespace roofrack
