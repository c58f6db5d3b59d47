// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/phase_balance.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace roofrack {

namespace {

using Phasor = std::complex<double>;

/// From line to neutral, all of length 1.
const std::array<Phasor, 3>& line_voltages() {
    constexpr double third = 2 * std::numbers::pi / 3;
    static const std::array<Phasor, 3> voltages{Phasor(1), std::polar(1.0, -third), std::polar(1.0, third)};
    return voltages;
}

} // namespace

double PhaseBalance::busiest() const { return *std::ranges::max_element(lines); }

double PhaseBalance::mean() const { return std::accumulate(lines.begin(), lines.end(), 0.0) / 3; }

double PhaseBalance::imbalance() const { return mean() > 0 ? busiest() / mean() - 1 : 0; }

double PhaseBalance::usable() const { return busiest() > 0 ? std::min(1.0, power / 3 / busiest()) : 1; }

PhaseBalance phase_balance(std::span<const PhaseLoad> loads, double three_phase) {
    const std::array<Phasor, 3>& volts = line_voltages();
    PhaseBalance out;
    out.power = three_phase;
    std::array<Phasor, 3> currents;
    for (size_t line = 0; line < 3; ++line) currents[line] = three_phase / 3 * volts[line];
    size_t next = 0;
    for (const PhaseLoad& load : loads) {
        // Whole rounds of three circuits load all lines alike.
        const double rounds = std::floor(load.circuits / 3);
        out.power += load.circuits * load.power;
        for (size_t line = 0; line < 3; ++line) currents[line] += rounds * load.power * volts[line];
        for (double left = load.circuits - 3 * rounds; left > 1e-9; left -= 1, ++next) {
            const size_t from = next % 3, to = (next + 1) % 3;
            const Phasor voltage = load.between_lines ? volts[from] - volts[to] : volts[from];
            const Phasor current = std::min(left, 1.0) * load.power * voltage / std::norm(voltage);
            currents[from] += current;
            if (load.between_lines) currents[to] -= current;
        }
    }
    for (size_t line = 0; line < 3; ++line) out.lines[line] = std::abs(currents[line]);
    out.neutral = std::abs(currents[0] + currents[1] + currents[2]);
    return out;
}

} // namespace roofrack
