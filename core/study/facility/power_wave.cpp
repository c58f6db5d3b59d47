// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/power_wave.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// As the duty cycle counts them: what computes, what communicates, what waits.
double utilisation_of(StepPart part, const Defaults::Power& constants) {
    switch (part) {
    case StepPart::compute:
    case StepPart::memory:
    case StepPart::optimizer:
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

Watts PowerWave::highest_mean(Seconds window) const {
    if (step <= Seconds(0)) return mean;
    std::vector<Phase> sorted = phases;
    std::ranges::stable_sort(sorted, std::greater{}, &Phase::power);
    if (window <= Seconds(0)) return highest;
    const double steps = window / step, whole = std::floor(steps);
    Seconds left = (steps - whole) * step;
    Joules energy = whole * (mean * step);
    for (const Phase& phase : sorted) {
        const Seconds taken = std::min(left, phase.time);
        energy += phase.power * taken;
        left -= taken;
    }
    return energy / window;
}

PowerWave power_wave(const Evaluation& evaluation, const Defaults::Power& constants) {
    PowerWave out;
    out.mean = out.highest = out.lowest = evaluation.power.facility;
    if (!evaluation.has_power()) return out;
    double mean = 0;
    for (size_t p = 0; p < step_part_count; ++p) {
        const auto part = static_cast<StepPart>(p);
        if (part == StepPart::checkpoint || part == StepPart::failure) continue;
        const Seconds time(evaluation.parts[static_cast<size_t>(part)]);
        if (time <= Seconds(0)) continue;
        out.phases.push_back({part, time, {}});
        out.step += time;
        mean += utilisation_of(part, constants) * time.si();
    }
    if (out.step <= Seconds(0)) return out;
    mean /= out.step.si();
    // Power is a straight line in utilisation, through the mean and the compute phase.
    const double above = constants.compute_utilisation - mean;
    for (PowerWave::Phase& phase : out.phases) {
        const double off = utilisation_of(phase.part, constants) - mean;
        phase.power = out.mean + (evaluation.power.peak - out.mean) * (above > 1e-12 ? off / above : 0);
        out.highest = std::max(out.highest, phase.power);
        out.lowest = std::min(out.lowest, phase.power);
    }
    return out;
}

} // namespace roofrack
