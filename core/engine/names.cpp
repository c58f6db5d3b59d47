// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/evaluation.h"

#include <algorithm>

namespace roofrack {

std::string_view name_of(StepPart part) {
    constexpr std::string_view names[step_part_count] = {
        "compute",     "memory",          "launch",        "tensor_comm", "context_comm",
        "expert_comm", "pipeline_bubble", "pipeline_comm", "data_comm",   "optimizer",
        "straggler",   "throttle",        "input",         "checkpoint",  "failure"};
    return names[static_cast<size_t>(part)];
}

std::string_view label_of(StepPart part) {
    constexpr std::string_view labels[step_part_count] = {
        "compute",         "HBM",           "launch",    "tensor comm", "context comm", "expert comm",
        "pipeline bubble", "pipeline comm", "data comm", "optimizer",   "straggler",    "throttle",
        "input",           "checkpoint",    "failure"};
    return labels[static_cast<size_t>(part)];
}

std::string_view name_of(Regime regime) {
    switch (regime) {
    case Regime::linear: return "linear";
    case Regime::diminishing: return "diminishing";
    case Regime::degrading: break;
    }
    return "degrading";
}

Regime regime_of(double elasticity) {
    return elasticity >= 0.9 ? Regime::linear : elasticity >= 0 ? Regime::diminishing : Regime::degrading;
}

namespace {
constexpr std::string_view metric_names[] = {"throughput", "fixed-batch", "goodput", "time-to-loss"};
} // namespace

std::string_view name_of(ScaleMetric metric) { return metric_names[static_cast<size_t>(metric)]; }

std::optional<ScaleMetric> scale_metric(std::string_view name) {
    const auto it = std::ranges::find(metric_names, name);
    if (it == std::end(metric_names)) return std::nullopt;
    return static_cast<ScaleMetric>(it - std::begin(metric_names));
}

} // namespace roofrack
