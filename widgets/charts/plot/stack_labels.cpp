// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot/stack_labels.h"

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

} // namespace roofrack
