// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/search/kernel_costs.h"
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

/// How much slower than the fastest plan one that surely fits may be and still stands for it: a third of what
/// the band of a step of H100 servers, of which most was published, spans to either side (6 %). Nobody can
/// tell then which of the two is the faster one, but one of them may not run at all.
inline constexpr double most_slower = 0.02;

/// The same of the plan with which a drawing of a template opens. Nobody has chosen it, and a first answer
/// that may not run is of no use: it may lose nearly as much as that band spans, no more.
inline constexpr double opening_slower = 0.05;

/// What searches of like drawings, one after the other, need not find again: it only makes them faster. One a
/// thread.
struct SearchMemory {
    std::vector<Plan> near; ///< plans that were found, the last one first
    KernelCosts kernels;
};

/// The plan that the program takes by itself for what it draws, resizes or searches, and that it proposes:
/// fastest_plan(), or where that may not fit in memory (MemoryVerdict::may_not_fit), fastest_sure_plan(),
/// unless its step is more than `slower` longer. One search finds both.
FastestPlan prudent_plan(const Prepared& prepared, std::span<const Plan> hints = {},
                         const std::stop_token& stop = {}, double slower = most_slower);
/// The same plan, found after those of like drawings.
FastestPlan prudent_plan(const Prepared& prepared, std::span<const Plan> hints, const std::stop_token& stop,
                         double slower, SearchMemory& memory);

} // namespace roofrack
