// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/electrical.h"

#include <cmath>
#include <limits>

namespace roofrack {

Watts load_after_one_failure(Watts load, double feeds) {
    if (feeds <= 1) return Watts(std::numeric_limits<double>::infinity());
    return load / (feeds - 1);
}

Watts ConversionLoss::loss(Watts load, Watts rating) const {
    const double x = load / rating;
    return rating * (constant + linear * x + square * x * x);
}

double ConversionLoss::efficiency(double load_share) const {
    return load_share / (load_share + constant + linear * load_share + square * load_share * load_share);
}

} // namespace roofrack
