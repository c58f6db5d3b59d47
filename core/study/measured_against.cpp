// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/measured_against.h"

#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

double communication_share(const ScalePoint& point) {
    double sum = 0, all = 0;
    for (const double part : point.parts) all += part;
    for (const StepPart part : {StepPart::tensor_comm, StepPart::context_comm, StepPart::expert_comm,
                                StepPart::pipeline_comm, StepPart::data_comm})
        sum += point.parts[static_cast<size_t>(part)];
    return all > 0 ? sum / all : 0;
}

constexpr double far_off = 2; ///< times: more than stacks and bands explain

/// What a file's rate has of one in the model's unit (tokens, samples of a profile); nothing where it cannot
/// be told.
std::optional<double> per_model_unit(RateUnit unit, const ScaleResult& study, double sequence, double batch) {
    switch (unit) {
    case RateUnit::tokens: return study.counts_samples ? std::nullopt : std::optional(1.0);
    case RateUnit::samples:
    case RateUnit::images: return study.counts_samples ? 1 : 1 / sequence;
    case RateUnit::steps: return 1 / batch;
    case RateUnit::any:
    case RateUnit::speedup: break;
    }
    return std::nullopt;
}

std::string doubt_of(const MeasuredCurve& curve, const ScaleResult& study, double times, double sequence,
                     double batch) {
    const auto is_far = [](double ratio) { return ratio > far_off || ratio < 1 / far_off; };
    if (curve.unit == RateUnit::speedup || !is_far(times)) return {};
    std::string out =
        times > 1
            ? fmt::format("measured is {} times what the model says of this project", plain_number(times))
            : fmt::format("the model says {} times what was measured", plain_number(1 / times));
    struct Cause {
        double factor;
        std::string_view words;
    };
    const Cause causes[] = {
        {study.counts_samples ? 0 : 1 / sequence, "samples are counted, not tokens"},
        {study.counts_samples ? 0 : sequence, "tokens are counted, not samples"},
        {1 / batch, "steps are counted"},
        {0.001, "times are in ms, not in s, or rates in thousands"},
    };
    for (const Cause& cause : causes)
        if (cause.factor > 0 && !is_far(times / cause.factor))
            return fmt::format("{}: it seems that {}", out, cause.words);
    return out + ": another unit (tokens, samples or steps; s or ms), or another model, batch, precision or "
                 "GPU than the project's";
}

/// The innermost border of the drawing between two counts, where a GPU has less beyond than inside.
const FabricLevel* border_between(const Fabric& fabric, double from, double to) {
    for (size_t i = 0; i + 1 < fabric.levels.size(); ++i) // the last level is the whole drawing
        if (const FabricLevel& level = fabric.levels[i];
            level.block_gpus >= from && level.block_gpus < to && level.egress < level.inside)
            return &level;
    return nullptr;
}

std::string cause_of(const Fabric& fabric, const MeasuredCurve& curve, double least_waiting) {
    double most = least_waiting;
    std::string out;
    for (size_t i = 1; i < curve.points.size(); ++i) {
        const MeasuredRate &before = curve.points[i - 1], &here = curve.points[i];
        const double fall = 1 - here.rate / here.gpus / (before.rate / before.gpus);
        const FabricLevel* border = border_between(fabric, before.gpus, here.gpus);
        if (!border || fall < most) continue;
        most = fall;
        const auto rate = [](ByteRate each) { return format_quantity(each.si(), Dimension::byte_rate, 3); };
        out = fmt::format(
            "from {:g} to {:g} GPUs a GPU's rate falls by {:.0f} %: there the run leaves the {} of "
            "{:g} GPUs, as drawn {} a GPU inside and {} beyond",
            before.gpus, here.gpus, 100 * fall, border->name, border->block_gpus, rate(border->inside),
            rate(border->egress));
    }
    return out;
}

} // namespace

double measured_node(const MeasuredCurve& curve, const Prepared& prepared) {
    return curve.node_gpus >= 1 ? curve.node_gpus : prepared.fabric().scale_up_domain;
}

MeasuredComparison measured_against(const Prepared& prepared, const MeasuredCurve& curve,
                                    ScaleMetric metric) {
    std::vector<double> counts;
    for (const MeasuredRate& point : curve.points) counts.push_back(point.gpus);
    ScaleOptions options;
    options.metric = metric;
    const ScaleResult study = scale(prepared, counts, options);
    MeasuredComparison out;
    out.curve = curve.name;
    out.metric = metric;
    out.cause = cause_of(prepared.fabric(), curve, prepared.impl().defaults->measured_scaling.least_waiting);
    const double sequence = std::max(1.0, sequence_of(prepared.impl()));
    double sum = 0, squares = 0, count = 0, converted = 0, batches = 0;
    bool is_converted = true;
    for (const MeasuredRate& point : curve.points) {
        const ScalePoint& here = *study.at(point.gpus);
        out.rows.push_back({point.gpus, point.rate, here.feasible ? here.progress : 0,
                            here.feasible ? communication_share(here) : 0, here.reason});
        if (!here.feasible) continue;
        const double ratio = std::log(point.rate / here.progress);
        sum += ratio;
        squares += ratio * ratio;
        count += 1;
        batches += std::log(here.batch);
        const auto unit = per_model_unit(curve.unit, study, sequence, here.batch);
        is_converted = is_converted && unit;
        if (unit) converted += std::log(*unit);
    }
    if (count <= 0) return out;
    out.factor = std::exp(sum / count);
    out.rms = std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
    for (MeasuredComparison::Row& row : out.rows) row.predicted *= out.factor;
    if (is_converted) out.height = out.factor / std::exp(converted / count);
    out.doubt =
        doubt_of(curve, study, is_converted ? out.height : out.factor, sequence, std::exp(batches / count));
    return out;
}

} // namespace roofrack
