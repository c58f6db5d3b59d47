// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/fair_rate.h"

#include <algorithm>

namespace roofrack {

double fair_rate(double capacity, double gpus, double most, const std::vector<Contender>& others) {
    // Those that need least are served first; the rest share what is left alike.
    std::vector<Contender> all = others;
    all.push_back({gpus, most});
    std::ranges::sort(all, {}, &Contender::demand);
    double left = capacity, waiting = 0;
    for (const Contender& each : all) waiting += each.gpus;
    for (const Contender& each : all) {
        const double alike = left / waiting;
        if (each.demand > alike) return std::min(most, alike);
        left = std::max(0.0, left - each.gpus * each.demand);
        waiting -= each.gpus;
        if (each.demand >= most || waiting <= 0) break;
    }
    return most;
}

} // namespace roofrack
