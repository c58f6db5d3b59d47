// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/electrical.h"

#include <cmath>
#include <limits>

namespace roofrack {

Watts load_after_one_failure(Watts load, double feeds) {
    if (feeds <= 1) return Watts(std::numeric_limits<double>::infinity());
    return load / (feeds - 1);
}

Watts conversion_loss(const Defaults::Loss& of, Watts load, Watts rating) {
    const double x = load / rating;
    return rating * (of.constant + of.linear * x + of.square * x * x);
}

double conversion_efficiency(const Defaults::Loss& of, double load_share) {
    return load_share /
           (load_share + of.constant + of.linear * load_share + of.square * load_share * load_share);
}

} // namespace roofrack
