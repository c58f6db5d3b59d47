// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/scale_metric.h"

#include <algorithm>

namespace roofrack {

namespace {
constexpr std::string_view metric_names[] = {"throughput", "fixed-batch", "goodput", "time-to-loss"};
} // namespace

std::string_view name_of(ScaleMetric metric) { return metric_names[static_cast<size_t>(metric)]; }

std::optional<ScaleMetric> scale_metric(std::string_view name) {
    const auto it = std::ranges::find(metric_names, name);
    if (it == std::end(metric_names)) return std::nullopt;
    return static_cast<ScaleMetric>(it - std::begin(metric_names));
}

bool is_weak(ScaleMetric metric) {
    return metric == ScaleMetric::throughput || metric == ScaleMetric::time_to_loss;
}

bool counts_failures(ScaleMetric metric) {
    return metric == ScaleMetric::goodput || metric == ScaleMetric::time_to_loss;
}

} // namespace roofrack
