// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/shared_room.h"

#include <algorithm>

namespace roofrack {

void spread(std::vector<double>& centres, double gap, double low, double high) {
    double bound = low;
    for (double& centre : centres) {
        centre = std::max(centre, bound);
        bound = centre + gap;
    }
    bound = high;
    for (auto it = centres.rbegin(); it != centres.rend(); ++it) {
        *it = std::min(*it, bound);
        bound = *it - gap;
    }
}

std::vector<double> fitted_widths(std::vector<double> wanted, double room) {
    std::vector<double> sorted = wanted;
    std::ranges::sort(sorted);
    double left = std::max(0.0, room), most = 0;
    for (size_t i = 0; i < sorted.size(); ++i) {
        const double share = left / static_cast<double>(sorted.size() - i);
        most = std::min(sorted[i], share);
        if (sorted[i] > share) break; // so do all that are wider
        left -= sorted[i];
    }
    for (double& each : wanted) each = std::min(each, most);
    return wanted;
}

} // namespace roofrack
