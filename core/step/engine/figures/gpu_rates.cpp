// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/gpu_rates.h"

#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

FlopRate model_flops_per_gpu(const Evaluation& evaluation) {
    if (!(evaluation.gpus > 0)) return {};
    return evaluation.peak * (evaluation.mfu / evaluation.gpus);
}

double useful_rate_per_gpu(const Evaluation& evaluation) {
    if (!(evaluation.gpus > 0)) return 0;
    const double rate = evaluation.tokens_per_s > 0 ? evaluation.tokens_per_s : evaluation.samples_per_s;
    return rate / evaluation.gpus;
}

std::string gpus_at_work_text(const Evaluation& evaluation) {
    constexpr double few = 100;
    const double at_work = evaluation.effective_gpus;
    return fmt::format("{} GPUs paid, {} at work ({:.1f} %)", format_count(evaluation.gpus),
                       at_work < few ? fmt::format("{:.1f}", at_work) : format_count(std::round(at_work)),
                       100 * at_work / evaluation.gpus);
}

std::string gpu_rates_text(const Evaluation& evaluation) {
    const double flops = model_flops_per_gpu(evaluation).si();
    return fmt::format("{}{} {}/s a GPU",
                       flops > 0 ? format_quantity(flops, Dimension::flop_rate, 3) + " and " : std::string(),
                       format_quantity(useful_rate_per_gpu(evaluation), Dimension::number, 3),
                       evaluation.tokens_per_s > 0 ? "tokens" : "samples");
}

} // namespace roofrack
