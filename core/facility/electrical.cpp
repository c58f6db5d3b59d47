// SPDX-License-Identifier: GPL-3.0-or-later
#include "facility/electrical.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace roofrack {

double continuous_volt_amperes(double volts, double amperes, int phases, double continuous_share) {
    return (phases == 3 ? std::numbers::sqrt3 : 1.0) * volts * amperes * continuous_share;
}

std::optional<Watts> feed_capacity(const Part& feed) {
    const double power_factor = feed.value_or("power_factor", default_power_factor);
    if (const auto volt_amperes = feed.value("apparent_power")) return Watts(*volt_amperes * power_factor);
    const auto volts = feed.value("voltage"), amperes = feed.value("current");
    if (!volts || !amperes) return std::nullopt;
    const int phases = static_cast<int>(feed.value_or("phases", 3));
    return Watts(continuous_volt_amperes(*volts, *amperes, phases, feed.value_or("continuous_share", 0.8)) *
                 power_factor);
}

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
