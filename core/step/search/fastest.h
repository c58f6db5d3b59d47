// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/search.h"

#include <span>

namespace roofrack {

struct FastestPlan {
    std::optional<Plan> plan; ///< dp filled in; none: nothing of the space fits, for `reason`
    std::string reason;       ///< "does not fit: 96 GB of 80 GB", "nothing divides", "no network …"
};

/// The plan that search() ranks first with the same options, found alone: degrees and micro-batches are ruled
/// out together by bounds that none of them can beat. `hints`: plans that are likely to be near it, whatever
/// their dp; they only make it faster. From `options`, `top`, `threads`, `front` and `rank_all` are not read;
/// it runs on the calling thread.
FastestPlan fastest_plan(const Prepared& prepared, const SearchOptions& options,
                         std::span<const Plan> hints = {}, const std::stop_token& stop = {});

/// The fastest of the plans that surely fit (MemoryVerdict::fits), dp filled in; none: none of the space
/// does.
std::optional<Plan> fastest_sure_plan(const Prepared& prepared, const SearchOptions& options,
                                      const std::stop_token& stop = {});

} // namespace roofrack
