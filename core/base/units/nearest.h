// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace roofrack {

/// The candidate nearest in spelling to `word` (Levenshtein distance at most a third of its length, at least
/// 2); empty when nothing is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// "did you mean 'X'?", or "it knows a, b, c" when nothing is near: twelve of them "and 5 more" at most.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

} // namespace roofrack
