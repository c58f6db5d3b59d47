// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace roofrack {

/// What is doubtful about a model whose name states billions of parameters ("30B"): a sentence where none of
/// the counts, of which the first is that of all parameters, comes within a quarter of them; empty where one
/// does, or where the name states nothing ("8x7B" states no sum).
std::string size_mismatch_text(std::string_view name, std::initializer_list<double> counts);

/// The text with the numbers that Python writes beyond JSON (Infinity, -Infinity, NaN) as null. What stands
/// between quotes is kept, and so are all line breaks and columns before them.
std::string without_python_numbers(std::string_view text);

} // namespace roofrack
