// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <vector>

namespace roofrack {

/// Seconds of a step, or of one part of it, on n times the GPUs of the smallest size: what divides, and what
/// does not.
struct SerialTime {
    double divides = 0;     ///< at n = 1; ÷ n
    double constant = 0;    ///< does not shrink
    double logarithmic = 0; ///< grows by this with each doubling
    double linear = 0;      ///< grows by this with each n
    double at(double n) const;
    double serial(double n) const; ///< without what divides
};

/// How far a fixed batch can go by what of its step more GPUs do not divide: t(n) = a/n + b + c·log2 n +
/// d·(n − 1), all ≥ 0, fitted to each part of the step over the sizes of a study, never to its rate. Constant
/// serial work alone is Amdahl's law (Amdahl 1967); constant and linear is Gunther's universal scalability
/// law.
struct SerialLaw {
    std::string missing;   ///< why there is none, and what to do; empty: there is one
    double gpus = 0;       ///< the smallest size that runs: n = 1
    Seconds at_smallest{}; ///< the step there, as predicted: a + b where the fit is exact
    SerialTime step;       ///< Σ parts
    std::array<SerialTime, step_part_count> parts{};
    double rms = 0;       ///< RMS of ln fitted ÷ predicted step over the sizes
    double most_gpus = 0; ///< GPUs of the size, among these, that the law makes fastest

    /// s: of the step at the smallest size the share that does not shrink.
    double share() const { return step.constant / at_smallest.si(); }
    /// Speed-ups against the smallest size: by s alone, 1/(s + (1 − s)/n) where the fit is exact, and its
    /// bound 1/s (infinite at s = 0); by s and its growth.
    double amdahl(double gpus) const;
    double ceiling() const;
    double grown(double gpus) const;
};

/// The law of the line of the study (without the sizes that divide badly), by the step that its metric pays.
SerialLaw serial_law(const ScaleResult& study);

} // namespace roofrack
