// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/comparison.h"

#include <string>

namespace roofrack {

/// The message of a comparison: which scenario is done first and how much later the others are, and which has
/// the cheapest run, by how much; of work without a token budget, which is the fastest. Every scenario is
/// named or counted. "likely": its range overlaps another one's; "would be": a caution of one says that its
/// speed may not come true. The cautions follow where they have room. `counts_samples`: all train a measured
/// profile, of which a million are samples.
std::string comparison_title(const Comparison& table, bool counts_samples);

} // namespace roofrack
