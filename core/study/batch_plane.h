// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/engine/batch_choice.h"

#include <span>
#include <stop_token>

namespace roofrack {

/// The choice of a batch at one GPU count.
struct BatchBest {
    double gpus = 0;
    size_t fastest = 0; ///< index in BatchPlane::batches: the fewest days
    /// The smallest that is within a hundredth of it: from there a larger batch no longer helps.
    size_t enough = 0;
    /// The fastest where the critical batch is the least or the most of the published laws.
    size_t fastest_low = 0, fastest_high = 0;
    /// Why the next larger batch cannot run where the fastest is the largest that does: not the critical
    /// batch ends it. Empty: larger ones run.
    std::string held_back;
    bool memory_holds = false; ///< held back by HBM
};

/// Runs to one loss over global batch and GPU count, the plan as given (docs/model.md section 12).
struct BatchPlane {
    CriticalBatch critical;
    double token_budget = 0; ///< tokens (samples) at the drawn batch; 0: there are no points
    double least_tokens = 0; ///< least tokens of an infinitely small batch to the same loss
    double drawn_gpus = 0;   ///< as drawn
    double drawn_batch = 0;  ///< sequences (samples), the workload's
    double tokens_each = 1;  ///< tokens of a sequence; 1: samples
    bool counts_samples = false;
    std::vector<double> gpus;       ///< ascending
    std::vector<double> batches;    ///< sequences (samples), ascending
    std::vector<BatchPoint> points; ///< GPUs × batches, those of one GPU count together
    std::vector<BatchBest> best;    ///< best batch of each count where any runs, ascending
    /// Runs that no other one beats in both days and GPU-hours, the fewest days first: indices in points.
    std::vector<size_t> frontier;
    std::optional<BatchRamp> ramp; ///< ramp of the workload, on the drawn GPUs

    std::span<const BatchPoint> row(size_t count) const;
    const BatchPoint& at(size_t count, size_t batch) const { return row(count)[batch]; }
    /// nullptr where it is not among them.
    const BatchPoint* find(double gpus_there, double sequences) const;
    const BatchPoint* fastest() const; ///< the fastest of all; nullptr: none runs
};

struct BatchOptions {
    std::vector<double> gpus;    ///< empty: batch_counts()
    std::vector<double> batches; ///< sequences (samples); empty: batch_grid()
    unsigned threads = 0;        ///< 0: one a core
};

/// Each point is evaluated by itself. Stopped: no points.
BatchPlane batch_plane(const Prepared& prepared, const BatchOptions& options = {},
                       const std::stop_token& stop = {});

/// The drawn count halved and doubled as sweep_counts(), and between two of them the whole replicas of the
/// plan and blocks of the drawing next to their mean.
std::vector<double> batch_counts(const Prepared& prepared);

void describe(figures::Builder<CriticalBatch::Law>& figures);
void describe(figures::Builder<CriticalBatch>& figures);
void describe(figures::Builder<BatchPlane>& figures);

} // namespace roofrack
