// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/search/power_bound.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr size_t intervals = 512;

} // namespace

PowerBound::PowerBound(const Facility& facility, double gpus, bool clocks_fixed)
    : m_facility(facility) {
    if (!clocks_fixed) {
        m_table = {facility.least_power(gpus).si() * rounding};
        return;
    }
    for (size_t i = 0; i <= intervals; ++i) {
        DutyCycle duty;
        duty.compute = static_cast<double>(i) / intervals;
        m_table.push_back(facility.state(duty, gpus).facility.si() * rounding);
    }
    m_slope = (m_table.back() - m_table.front());
    for (size_t i = 0; i < intervals; ++i) // below the table wherever it starts a step
        m_slope = std::min(m_slope, (m_table[i] - m_table.front()) * intervals / static_cast<double>(i + 1));
    m_slope = std::max(0.0, m_slope);
}

double PowerBound::at_least(const DutyCycle& duty) const {
    const double share = m_facility.run_utilisation(duty);
    const auto i = static_cast<size_t>(std::max(0.0, std::floor(share * intervals * rounding)));
    return m_table[std::min(i, m_table.size() - 1)];
}

double PowerBound::line(const DutyCycle& duty) const {
    return m_table.front() + m_slope * m_facility.run_utilisation(duty) * rounding;
}

} // namespace roofrack
