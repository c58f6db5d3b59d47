// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace roofrack {

/// What is doubtful about a model whose name states billions of parameters ("30B", "A3B"): a sentence where
/// neither all parameters nor those that work on a token come within a quarter of them; empty where one does,
/// or where the name states nothing ("8x7B" states no sum).
std::string doubt_of_size(std::string_view name, double parameters, double active);

/// The text with the numbers that Python writes beyond JSON (Infinity, -Infinity, NaN) as null. What stands
/// between quotes is kept, and so are all line breaks and columns before them.
std::string without_python_numbers(std::string_view text);

} // namespace roofrack
