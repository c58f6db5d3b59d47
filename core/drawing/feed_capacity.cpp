// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/feed_capacity.h"

#include "core/base/units/saturated.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace roofrack {

double continuous_volt_amperes(double volts, double amperes, int phases, double continuous_share) {
    return (phases == 3 ? std::numbers::sqrt3 : 1.0) * volts * amperes * continuous_share;
}

std::optional<Watts> feed_capacity(const Part& feed, const Defaults::Power& constants) {
    const double power_factor = feed.value_or("power_factor", constants.power_factor);
    if (const auto volt_amperes = feed.value("apparent_power")) return Watts(*volt_amperes * power_factor);
    const auto volts = feed.value("voltage"), amperes = feed.value("current");
    if (!volts || !amperes) return std::nullopt;
    const int phases = saturated<int>(feed.value_or("phases", 3));
    return Watts(continuous_volt_amperes(*volts, *amperes, phases,
                                         feed.value_or("continuous_share", constants.continuous_share)) *
                 power_factor);
}

void FedPower::add(double unit, double given) {
    m_whole += given;
    m_largest = std::max(m_largest, std::min(unit, given));
}

double FedPower::after_worst_failure() const {
    return std::isfinite(m_whole) ? std::max(0.0, m_whole - m_largest)
                                  : std::numeric_limits<double>::infinity();
}

} // namespace roofrack
