// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published_metric.h"

#include "core/step/workload/layer_parameters.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

double as_step(double step, const RunConfig&) { return step; }

double model_tflops(double step, const RunConfig& run) {
    return whole_batch(run) * model_flops(run.shape, run.sequence).palm / step / run.gpus / 1e12;
}

/// Where the source counts the causal half of attention.
double causal_tflops(double step, const RunConfig& run) {
    return whole_batch(run) * model_flops(run.shape, run.sequence).palm_causal / step / run.gpus / 1e12;
}

/// Hardware FLOPs with one more forward pass: 96·B·s·l·h²(1 + s/6h + V/16lh) (Narayanan 2021, equation 3), in
/// general form.
double hardware_tflops(double step, const RunConfig& run) {
    const double forward = model_flops(run.shape, run.sequence).palm / 3;
    const double passes = run.plan.recompute == Recompute::full ? 4 : 3;
    return whole_batch(run) * forward * passes / step / run.gpus / 1e12;
}

double mfu_percent(double step, const RunConfig& run) {
    return 1e14 * model_tflops(step, run) / run.machine.peak_16;
}

double tokens_per_second(double step, const RunConfig& run) { return whole_batch(run) * run.sequence / step; }

double tokens_per_gpu(double step, const RunConfig& run) {
    return whole_batch(run) * run.sequence / step / run.gpus;
}

} // namespace

bool is_step_time(std::string_view metric) { return metric == "iteration_s"; }

Result<PublishedMetric> published_metric(const RunRow& row) {
    for (const std::string_view column : {"iteration_s", "iteration_s_derived"})
        if (row.number(column) > 0) return PublishedMetric{"iteration_s", row.number(column), as_step};
    const std::string_view name = row.text("metric");
    const double value = row.number("value");
    if (value <= 0) return fail("", "no measured value");
    if (is_step_time(name)) return PublishedMetric{"iteration_s", value, as_step};
    if (name == "TFLOPs_per_gpu") {
        const auto counts = [&](std::string_view word) {
            return row.text("flops_def").find(word) != std::string_view::npos;
        };
        return PublishedMetric{"TFLOPs_per_gpu", value,
                               counts("hardware") ? hardware_tflops
                               : counts("half")   ? causal_tflops
                                                  : model_tflops};
    }
    if (name == "MFU_pct") return PublishedMetric{"MFU_pct", value, mfu_percent};
    if (name == "tokens_s_total") return PublishedMetric{"tokens_s_total", value, tokens_per_second};
    if (name == "tokens_s_gpu") return PublishedMetric{"tokens_s_gpu", value, tokens_per_gpu};
    return fail("", fmt::format("metric '{}' is not predicted", name));
}

} // namespace roofrack
