// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/supply/load_wave.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {
constexpr Seconds unknown_step{10}; // longer than a breaker's window, short beside a meter's
}

LoadWave::LoadWave(const DutyCycle& duty, double computing, const Defaults::Power& constants)
    : compute_share(std::clamp(computing, 0.0, 1.0))
    , communication_share(std::clamp(duty.communication, 0.0, 1.0 - compute_share))
    , compute(constants.compute_utilisation)
    , communication(std::max(constants.communication_utilisation, std::min(duty.filler, compute)))
    , waiting(std::min(duty.filler, compute))
    , step(duty.step > Seconds(0) ? duty.step : unknown_step) {}

double LoadWave::mean() const {
    return compute_share * compute + communication_share * communication +
           (1 - compute_share - communication_share) * waiting;
}

double LoadWave::highest_mean(Seconds window) const {
    if (window <= Seconds(0)) return compute_share > 0 ? compute : mean();
    const double steps = window / step, whole = std::floor(steps), rest = steps - whole;
    // The rest of the window lies on the compute phase, then on the communication beside it.
    const double computing = std::min(rest, compute_share),
                 communicating = std::min(rest - computing, communication_share);
    const double idling = rest - computing - communicating;
    return (whole * mean() + computing * compute + communicating * communication + idling * waiting) / steps;
}

double LoadWave::share_over(Seconds window) const {
    const double above = compute - mean();
    return above > 0 ? std::clamp((highest_mean(window) - mean()) / above, 0.0, 1.0) : 1;
}

WindowShares LoadWave::shares(const Defaults::Power& constants, Seconds meter) const {
    const Defaults::Power::Windows& windows = constants.windows;
    return {share_over(windows.breaker), share_over(windows.ups), share_over(windows.transformer),
            share_over(meter)};
}

WindowShares window_shares(const DutyCycle& duty, const Defaults::Power& constants, Seconds meter) {
    if (duty.compute_by_pace.empty()) return LoadWave(duty, constants).shares(constants, meter);
    WindowShares most{0, 0, 0, 0};
    for (const double compute : duty.compute_by_pace) {
        const LoadWave wave(duty, compute, constants);
        if (wave.mean() >= wave.compute) continue; // every window sees the same of it
        const WindowShares own = wave.shares(constants, meter);
        most.breaker = std::max(most.breaker, own.breaker);
        most.ups = std::max(most.ups, own.ups);
        most.transformer = std::max(most.transformer, own.transformer);
        most.meter = std::max(most.meter, own.meter);
    }
    return most;
}

} // namespace roofrack
