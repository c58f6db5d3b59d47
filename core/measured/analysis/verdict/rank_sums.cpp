// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/rank_sums.h"

#include <algorithm>

namespace roofrack {

namespace {

void add_window(RankSums& to, const WindowAnalysis& window) {
    to.window += static_cast<double>(window.window_ns);
    to.compute += static_cast<double>(window.compute_ns);
    to.waiting += static_cast<double>(window.waiting_ns);
    to.transfer += static_cast<double>(window.transfer_ns);
    to.copies += static_cast<double>(window.exposed_mem_ns);
    to.idle += static_cast<double>(window.idle_ns);
    for (size_t i = 0; i < to.idle_of.size(); ++i)
        to.idle_of[i] += static_cast<double>(window.idle_by_cause_ns[i]);
}

} // namespace

double RankSums::short_gaps() const {
    const auto all = static_cast<double>(rank->all.idle_of(IdleCause::host) +
                                         rank->all.idle_of(IdleCause::between_kernels));
    const double own = of(IdleCause::host) + of(IdleCause::between_kernels);
    return all > 0 ? own * std::min(1.0, static_cast<double>(rank->short_gaps_ns) / all) : 0;
}

std::vector<RankSums> sums_by_rank(const TraceAnalysis& analysis) {
    std::vector<RankSums> out;
    for (const RankAnalysis& rank : analysis.ranks) {
        RankSums& sums = out.emplace_back();
        sums.rank = &rank;
        const size_t first = rank.steps.size() >= 3 ? 1 : 0;
        for (size_t i = first; i < rank.steps.size(); ++i) add_window(sums, rank.steps[i]);
        if (rank.steps.empty()) add_window(sums, rank.all);
    }
    return out;
}

} // namespace roofrack
