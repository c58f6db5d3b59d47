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

/// Utilisations of the parts of a step, means over all GPUs. Where GPUs of several paces work, the slower
/// ones compute while the others wait: in the straggler part, or at the end of the kernels.
class PartUtilisations {
public:
    PartUtilisations(const Evaluation& evaluation, const Defaults::Power& constants, double filler)
        : m_constants(constants)
        , m_waiting(std::min(filler, constants.compute_utilisation)) {
        const PowerState& power = evaluation.power;
        const double step = evaluation.productive_step.si();
        const auto seconds = [&](StepPart part) { return evaluation.parts[static_cast<size_t>(part)]; };
        if (const double wait = seconds(StepPart::straggler); wait > 0)
            m_in_straggler = std::min(1.0, power.computes_longer * step / wait);
        if (const double kernels = seconds(StepPart::compute) + seconds(StepPart::memory); kernels > 0)
            m_idle_in_kernels = std::min(1.0, power.computes_shorter * step / kernels);
    }

    double operator()(StepPart part) const {
        const double own = std::max(utilisation_of(part, m_constants), m_waiting);
        const double swing = m_constants.compute_utilisation - m_waiting;
        switch (part) {
        case StepPart::straggler: return own + m_in_straggler * swing;
        case StepPart::compute:
        case StepPart::memory: return own - m_idle_in_kernels * swing;
        default: return own;
        }
    }

private:
    const Defaults::Power& m_constants;
    double m_waiting;
    double m_in_straggler = 0, m_idle_in_kernels = 0; ///< shares of what swings that compute, that wait
};

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
    const PartUtilisations utilisation(evaluation, constants, filler);
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
    // All compute at the beginning of the kernels, though not to their end.
    if (evaluation.power.computes_shorter > 0) out.highest = std::max(out.highest, evaluation.power.peak);
    return out;
}

} // namespace roofrack
