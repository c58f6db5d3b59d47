// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/power_wave.h"

#include <algorithm>

namespace roofrack {

namespace {

/// As the duty cycle counts them: what computes, what communicates, what waits.
double utilisation_of(StepPart part, const Defaults::Power& constants) {
    switch (part) {
    case StepPart::compute:
    case StepPart::memory:
    case StepPart::optimizer:
    case StepPart::inference:
    case StepPart::throttle: return constants.compute_utilisation;
    case StepPart::tensor_comm:
    case StepPart::context_comm:
    case StepPart::expert_comm:
    case StepPart::pipeline_comm:
    case StepPart::data_comm: return constants.communication_utilisation;
    default: return 0;
    }
}

} // namespace

PowerWave::Store PowerWave::storage(Watts allowed) const {
    if (allowed >= range()) return {};
    const auto over = [&](Watts level) {
        Joules sum{};
        for (const Phase& phase : phases) sum += std::max(Watts(0), phase.power - level) * phase.time;
        return sum;
    };
    const auto under = [&](Watts level) {
        Joules sum{};
        for (const Phase& phase : phases) sum += std::max(Watts(0), level - phase.power) * phase.time;
        return sum;
    };
    Watts low = lowest, high = highest - allowed;
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const Watts middle = 0.5 * (low + high);
        (over(middle + allowed) > under(middle) ? low : high) = middle;
    }
    return {over(high + allowed), std::max(highest - allowed - high, high - lowest)};
}

Seconds PowerWave::longest_flattened(Joules energy) const { return energy / storage().energy * step; }

Joules PowerWave::filler() const { return highest * step - mean * step; }

PowerWave power_wave(const Evaluation& evaluation, const Defaults::Power& constants, double filler) {
    PowerWave out;
    out.mean = out.highest = out.lowest = evaluation.power.facility;
    if (!evaluation.has_power()) return out;
    const auto utilisation = [&](StepPart part) {
        return std::max(utilisation_of(part, constants), std::min(filler, constants.compute_utilisation));
    };
    double mean = 0;
    for (size_t p = 0; p < step_part_count; ++p) {
        const auto part = static_cast<StepPart>(p);
        if (part == StepPart::checkpoint || part == StepPart::failure) continue;
        const Seconds time(evaluation.parts[static_cast<size_t>(part)]);
        if (time <= Seconds(0)) continue;
        out.phases.push_back({part, time, {}});
        out.step += time;
        mean += utilisation(part) * time.si();
    }
    if (out.step <= Seconds(0)) return out;
    mean /= out.step.si();
    // Power is a straight line in utilisation, through the mean and the compute phase.
    const double above = constants.compute_utilisation - mean;
    for (PowerWave::Phase& phase : out.phases) {
        const double off = utilisation(phase.part) - mean;
        phase.power = out.mean + (evaluation.power.peak - out.mean) * (above > 1e-12 ? off / above : 0);
        out.highest = std::max(out.highest, phase.power);
        out.lowest = std::min(out.lowest, phase.power);
    }
    return out;
}

} // namespace roofrack
