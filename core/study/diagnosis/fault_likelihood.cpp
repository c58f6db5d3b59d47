// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/diagnosis/fault_likelihood.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace roofrack {

namespace {

constexpr double of_step = 0.015; ///< what a short time may be off by, of the step
constexpr double scatter = 0.02;  ///< standard deviation of a measured time, relative

/// Standard deviations of what the model says of a part, relative.
constexpr double of_communication = 0.25, of_gaps = 0.5, of_ranks = 0.03;

/// Times that may be small: an error in proportion, and one of a share of the step.
double deviations_of(double predicted, double measured, double relative, double step) {
    const double proportional = relative * std::max(predicted, measured);
    return (predicted - measured) / std::hypot(proportional, of_step * step);
}

} // namespace

std::vector<ComparedShare> compared_shares(const ObservedStep& observed, const StepShares& predicted) {
    const double of_model = std::hypot(observed.sigma, scatter);
    std::vector<ComparedShare> out;
    if (!observed.breakdown) {
        out.push_back(
            {"step", observed.step, predicted.step, std::log(predicted.step / observed.step) / of_model});
        return out;
    }
    const MeasuredBreakdown& seen = *observed.breakdown;
    const double step = observed.step;
    const auto add = [&](const char* what, double measured, double model, double relative) {
        out.push_back({what, measured, model, deviations_of(model, measured, relative, step)});
    };
    add("computation", seen.compute, predicted.compute, of_model);
    add("exposed communication", seen.exposed_comm, predicted.exposed_comm, of_communication);
    add("communication, hidden or not", seen.comm, predicted.comm, of_communication);
    // Waiting falls into whichever group comes next.
    const double waits = std::max(0.0, predicted.comm - predicted.comm_of_groups.all());
    for (const GroupComm& group : seen.comm_of_groups.groups()) {
        const double model = predicted.comm_of_groups.of(group.ranks);
        const double off =
            std::hypot(of_communication * std::max(model, group.seconds), of_step * step, waits);
        out.push_back({fmt::format("communication of groups of {}", group.ranks), group.seconds, model,
                       (model - group.seconds) / off});
    }
    add("idle", seen.idle(), predicted.idle, of_gaps);
    // A loader may run beside the step: only what the model waits for must be seen in it.
    if (predicted.input > seen.input) add("input", seen.input, predicted.input, of_communication);
    if (observed.ranks > 1)
        out.push_back({"slowest rank, times the middle one", seen.slowest, predicted.slowest,
                       std::log(predicted.slowest / seen.slowest) / of_ranks});
    return out;
}

double chi_squared(const ObservedStep& observed, const StepShares& predicted) {
    double out = 0;
    for (const ComparedShare& each : compared_shares(observed, predicted))
        out += each.deviations * each.deviations;
    return out;
}

double evidence_of_another_job(const ObservedStep& observed) {
    constexpr double commonness = 5; // as of a fault which no setting shows (fault_candidates.cpp)
    constexpr double tenfold = std::numbers::ln10;
    // The mean of exp(−x²/2σ²) over a range that holds its peak.
    const auto mean_over = [](double range, double sigma) {
        return std::min(1.0, std::sqrt(2 * std::numbers::pi) * sigma / range);
    };
    double out = commonness * mean_over(2 * tenfold, std::hypot(observed.sigma, scatter));
    if (!observed.breakdown) return out;
    const MeasuredBreakdown& seen = *observed.breakdown;
    const auto part = [&](double seconds, double relative) {
        out *= mean_over(observed.step, std::hypot(relative * seconds, of_step * observed.step));
    };
    part(seen.exposed_comm, of_communication);
    part(seen.comm, of_communication);
    for (const GroupComm& group : seen.comm_of_groups.groups()) part(group.seconds, of_communication);
    part(seen.idle(), of_gaps);
    if (observed.ranks > 1) out *= mean_over(tenfold, of_ranks);
    return out;
}

} // namespace roofrack
