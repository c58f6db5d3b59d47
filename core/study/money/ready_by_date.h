// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/money/site_alternative.h"

#include <chrono>

namespace roofrack {

/// One cluster had in one way, at a date.
struct ReadyByDate {
    size_t cluster = 0; ///< in SiteAlternatives::clusters
    /// In SiteAlternative::paths; none: it does not run at all.
    std::optional<size_t> path;
    std::string reason; ///< why it does not run by then; empty: it does, by the likely lead times
    bool never = false; ///< it is not available this way, or does not run at all
    /// When it runs: by the likely lead times, by the shortest and the longest.
    std::chrono::sys_days from{}, soonest{}, latest{};
    std::optional<std::chrono::sys_days> done; ///< the token budget is reached; none: no budget
    /// Tokens (samples) that are trained by then, also by what is there already until it runs. Low: the
    /// longest waits and the slow end of the step's band; high: the shortest and the fast one.
    double tokens = 0, tokens_low = 0, tokens_high = 0;

    bool runs_by_then() const { return reason.empty(); }
};

/// All clusters in all their ways, those that have trained most by then first; then those that run soonest,
/// the site's own way before others that are equal; last those that never do. All is ordered on one day.
std::vector<ReadyByDate> ready_by_date(const SiteAlternatives& fills, std::chrono::sys_days order,
                                       std::chrono::sys_days by);

/// For each cluster its best way with machines of one's own and its best way in a cloud, as far as it can be
/// had; where it does not run, that. In the same order.
std::vector<ReadyByDate> best_deployments(const SiteAlternatives& fills,
                                          const std::vector<ReadyByDate>& rows);
/// The way that a row is had in, as label_of(), where it is not the one that the site names: "colocation".
/// Empty: it is that, or it does not run.
std::string_view other_way_text(const SiteAlternatives& fills, const ReadyByDate& row);

/// What the other accelerators fill, by what holds them: "the site's 2 MW filled with each other
/// accelerator", and where a room holds some "each other accelerator until the site's 2 MW (8 of them), the
/// room's rack positions (22) or floor area (8) holds it". `power`: SiteAlternatives::power as a text.
std::string filled_text(const SiteAlternatives& fills, std::string_view power);

/// In a cloud.
bool is_rented(const SiteAlternatives& fills, const ReadyByDate& row);

} // namespace roofrack
