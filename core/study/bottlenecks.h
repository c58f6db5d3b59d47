// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figures/describe.h"
#include "core/study/scaling.h"

#include <span>

namespace roofrack {

/// What binds at one size.
struct Bottleneck {
    double gpus = 0;
    std::string reason; ///< why nothing runs there; empty: it does
    Plan plan;          ///< plan that runs there, whose gains these are
    std::vector<Gain>
        gains; ///< with a tenth more, most first: the first one binds; below least_gain left out
    /// Beside the resources, what else there may be too little of: t/t′ − 1 of a token (sample) with twice
    /// the batch on the same plan.
    double twice_batch = 0;
    /// $ per million useful tokens (samples) by running_cost(); 0: nothing has a price.
    double dollars_per_million = 0;
    static constexpr double least_gain = 0.001;
};

/// At the sizes of the study nearest to those asked for, with the plan and the batch of the study there: the
/// gains of evaluate() at that size. Ascending, each once. Stopped: those that were done.
std::vector<Bottleneck> bottlenecks(const Prepared& prepared, const ScaleResult& study,
                                    std::span<const double> gpus, const std::stop_token& stop = {});

/// GPU counts from `from` to `to` on which one resource binds.
struct BindingSpan {
    double from = 0, to = 0;
    Gain gain; ///< gain of its first size
};
/// Neighbours that the same resource binds as one; sizes where nothing runs end a span.
std::vector<BindingSpan> binding_spans(const std::vector<Bottleneck>& sizes);

void describe(figures::Builder<Bottleneck>& figures);
void describe(figures::Builder<BindingSpan>& figures);

} // namespace roofrack
