// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/convergence.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

double token_overhead(double batch, double critical_batch) {
    return critical_batch > 0 ? 1 + batch / critical_batch : 1;
}

double staleness_factor(double batch, double critical_batch, double staleness) {
    const double noise = batch > 0 ? critical_batch / batch : 0;
    return (1 + staleness + noise) / (1 + noise);
}

double critical_batch_zhang(double tokens, const Defaults::Convergence& c) {
    if (tokens <= 0) return 0;
    // The batch of so much more steps is that share of the critical one.
    return 1 / c.zhang_overhead * c.zhang_sequence * c.zhang_data * std::pow(tokens / 1e6, c.zhang_exponent);
}

double critical_batch_kaplan(double tokens, const Defaults::Convergence& c) {
    if (tokens <= 0) return 0;
    const double loss = std::pow(c.kaplan_data / tokens, c.kaplan_data_exponent);
    return c.kaplan_batch / std::pow(loss, 1 / c.kaplan_exponent);
}

double critical_batch_bergsma(double tokens, const Defaults::Convergence& c) {
    return tokens > 0 ? c.bergsma_sequence * c.bergsma_coefficient * std::pow(tokens, c.bergsma_exponent) : 0;
}

CriticalBatch critical_batch(double given, double tokens, bool is_language_model,
                             const Defaults::Convergence& constants) {
    CriticalBatch out;
    if (is_language_model && tokens > 0)
        out.laws = {{"Zhang 2024", critical_batch_zhang(tokens, constants)},
                    {"Bergsma 2025", critical_batch_bergsma(tokens, constants)},
                    {"Kaplan 2020", critical_batch_kaplan(tokens, constants)}};
    out.is_given = given > 0;
    if (out.is_given || out.laws.empty()) {
        out.tokens = out.low = out.high = std::max(0.0, given);
        return out;
    }
    out.tokens = out.laws.front().tokens;
    out.low = std::ranges::min(out.laws, {}, &CriticalBatch::Law::tokens).tokens;
    out.high = std::ranges::max(out.laws, {}, &CriticalBatch::Law::tokens).tokens;
    return out;
}

namespace {

/// Tokens at one batch and how far they bring a run. x: share of the tokens that the smallest batch needs.
struct Advance {
    double least_tokens, critical, growth;

    /// From the share `from` to `to`.
    double tokens(double from, double to, double batch) const {
        const double extra = critical > 0 ? batch / critical : 0;
        return least_tokens * (to - from + extra * (std::pow(to, 1 - growth) - std::pow(from, 1 - growth)));
    }

    /// The share that so many more tokens reach, 1 at most.
    double share(double from, double batch, double more) const {
        if (tokens(from, 1, batch) <= more) return 1;
        double low = from, high = 1;
        for (int round = 0; round < 200 && low < high; ++round) {
            const double middle = (low + high) / 2;
            if (middle <= low || middle >= high) break;
            (tokens(from, middle, batch) < more ? low : high) = middle;
        }
        return high;
    }
};

} // namespace

std::vector<BatchStage> ramp_stages(double start, double full, double ramp_tokens, double least_tokens,
                                    double critical_batch, const Defaults::Convergence& c) {
    std::vector<BatchStage> out;
    double sum = 0;
    for (double batch = start; start > 0 && ramp_tokens > 0 && batch < full; batch *= 2) {
        out.push_back({batch, 0});
        sum += batch;
    }
    const Advance advance{least_tokens, critical_batch, c.zhang_exponent};
    double share = 0;
    for (BatchStage& stage : out) {
        const double before = share, planned = ramp_tokens * stage.batch / sum;
        share = advance.share(before, stage.batch, planned);
        stage.tokens = share < 1 ? planned : advance.tokens(before, 1, stage.batch);
    }
    std::erase_if(out, [](const BatchStage& stage) { return !(stage.tokens > 0); });
    if (share < 1) out.push_back({full, advance.tokens(share, 1, full)});
    return out;
}

} // namespace roofrack
