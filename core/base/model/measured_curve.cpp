// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/measured_curve.h"

#include "core/base/units/ascii_text.h"

#include <algorithm>

namespace roofrack {

std::string_view name_of(RateUnit unit) {
    switch (unit) {
    case RateUnit::any: return "rate";
    case RateUnit::tokens: return "tokens";
    case RateUnit::samples: return "samples";
    case RateUnit::images: return "images";
    case RateUnit::steps: return "steps";
    case RateUnit::speedup: return "speedup";
    }
    return "rate";
}

MetricSense metric_sense(std::string_view name) {
    const std::string words = lower(name);
    const auto holds = [&](std::string_view part) { return has(words, part); };
    constexpr std::array less{"loss", "perplexity", "ppl", "error", "rmse", "mae", "nll"};
    constexpr std::array more{"acc", "bleu", "top1", "auc", "score", "f1"};
    if (std::ranges::any_of(less, holds)) return MetricSense::lower;
    return std::ranges::any_of(more, holds) ? MetricSense::higher : MetricSense::unknown;
}

MeasuredCurve::MeasuredCurve() = default;
ROOFRACK_DEFINE_VALUE(MeasuredCurve)
bool MeasuredCurve::operator==(const MeasuredCurve&) const = default;

} // namespace roofrack
