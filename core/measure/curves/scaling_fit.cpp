// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/curves/scaling_fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// The first count at which `elasticity` is under `border`, by steps of a hundredth; 0: not up to `end`.
template<class Elasticity>
double falls_below(double begin, double end, double border, Elasticity elasticity) {
    if (elasticity(end) >= border) return 0;
    double low = begin, high = end;
    if (elasticity(low) < border) return low;
    while (high / low > 1.01) {
        const double middle = std::sqrt(low * high);
        (elasticity(middle) < border ? high : low) = middle;
    }
    return high;
}

/// Within one server beyond it, where the network begins; a wide gap between few points in its middle; else
/// beyond the largest as far as a forecast goes.
std::vector<double> counts_to_measure(const ScalingFit& fit, const Defaults::MeasuredScaling& constants) {
    const std::vector<MeasuredRate>& points = fit.curve.points;
    const double last = points.back().gpus;
    if (fit.within_server) return {2 * fit.node_gpus, 4 * fit.node_gpus};
    constexpr size_t few = 4;
    constexpr double wide = 4;
    for (size_t i = 1; i < points.size() && points.size() < few; ++i)
        if (const double ratio = points[i].gpus / points[i - 1].gpus; ratio >= wide)
            return {std::round(points[i - 1].gpus * std::exp2(std::round(std::log2(ratio) / 2))), 2 * last};
    return {2 * last, constants.reach * last};
}

void add_notes(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants, ScalingFit& out) {
    out.notes = curve.notes;
    if (out.within_server)
        out.notes.push_back(
            fmt::format("all points lie within one server of {:g} GPUs: they say nothing of the "
                        "network; measure at {}",
                        out.node_gpus, counts_text(out.measure_next)));
    if (out.peaked > 0)
        out.notes.push_back(
            fmt::format("the rate falls beyond {:g} GPUs: the mechanisms of the forecast level "
                        "off at most, there the universal scalability law tells more",
                        out.peaked));
    if (curve.points.size() < 4)
        out.notes.push_back(
            fmt::format("{} sizes leave no room to judge the scatter: it is taken as {:.1f} %, as "
                        "published measurements have it",
                        curve.points.size(), 100 * constants.noise));
    if (out.usl.kappa_low <= 0)
        out.notes.push_back(
            "the points do not show where the curve would turn down: the law's peak is the least that "
            "they allow, not a forecast");
}

} // namespace

std::string_view name_of_loss(size_t index) {
    constexpr std::array names{"rings inside a server", "rings between servers", "trees and latency",
                               "serial work"};
    return names[index];
}

size_t largest_loss(const ScalingFit& fit) {
    return static_cast<size_t>(std::ranges::max_element(fit.losses) - fit.losses.begin());
}

std::string_view rate_text(RateUnit unit) {
    switch (unit) {
    case RateUnit::any: break;
    case RateUnit::tokens: return "tokens/s";
    case RateUnit::samples: return "samples/s";
    case RateUnit::images: return "images/s";
    case RateUnit::steps: return "steps/s";
    case RateUnit::speedup: return "×";
    }
    return "per s, as in the file";
}

std::string counts_text(std::span<const double> counts) {
    std::string out;
    for (size_t i = 0; i < counts.size(); ++i)
        out += fmt::format("{}{:g}", i == 0 ? "" : i + 1 == counts.size() ? " and " : ", ", counts[i]);
    return out;
}

std::vector<double> line_counts(const MeasuredCurve& curve, const Defaults& defaults) {
    constexpr double steps = 40;
    const double first = curve.points.front().gpus, last = curve.points.back().gpus,
                 end = defaults.measured_scaling.reach * last;
    std::vector<double> out;
    for (const MeasuredRate& point : curve.points) out.push_back(point.gpus);
    for (double count = 2 * last; count <= end; count *= 2) out.push_back(count);
    for (int i = 1; i < steps; ++i) out.push_back(std::round(first * std::pow(end / first, i / steps)));
    out.push_back(end);
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

Result<ScalingFit> fit_scaling(const MeasuredCurve& curve, double node_gpus, std::span<const double> gpus,
                               const Defaults& defaults) {
    if (curve.points.size() < 2)
        return fail(curve.name, "a curve needs measurements at two GPU counts, there is one",
                    "measure at another count, best at twice and four times the GPUs");
    const Defaults::MeasuredScaling& constants = defaults.measured_scaling;
    ScalingFit out;
    out.curve = curve;
    out.node_gpus = node_gpus >= 1 ? node_gpus : curve.node_gpus >= 1 ? curve.node_gpus : constants.node_gpus;
    out.amdahl = fit_amdahl(curve, constants);
    out.usl = fit_usl(curve, constants);
    const ScalingForecast forecast(curve, out.node_gpus, constants);
    out.farthest = forecast.farthest();
    out.losses = forecast.losses();
    out.communication_chance = forecast.communication_chance();
    out.within_server = curve.points.back().gpus <= out.node_gpus;
    out.measure_next = counts_to_measure(out, constants);
    const auto most = std::ranges::max_element(curve.points, {}, &MeasuredRate::rate);
    if (curve.points.back().rate < most->rate * (1 - constants.noise)) out.peaked = most->gpus;
    out.ceiling = metric_ceiling(curve, constants);
    add_notes(curve, constants, out);

    std::vector<double> counts;
    for (const MeasuredRate& point : curve.points) counts.push_back(point.gpus);
    for (const double count : gpus)
        if (count >= 1 && count <= out.farthest) counts.push_back(count);
    if (std::ranges::any_of(gpus, [&](double count) { return count > out.farthest; }))
        out.notes.push_back(
            fmt::format("no forecast beyond {:g} GPUs, {:g} times what was measured: measure there",
                        out.farthest, constants.reach));
    if (gpus.empty())
        for (double count = 2 * curve.points.back().gpus; count <= out.farthest; count *= 2)
            counts.push_back(count);
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());
    const double base = curve.points.front().rate / curve.points.front().gpus;
    for (const double count : counts) {
        ScalingFit::Row row;
        row.gpus = count;
        row.amdahl = out.amdahl.rate(count);
        row.usl = out.usl.rate(count);
        row.forecast = forecast.at(count);
        row.elasticity = forecast.elasticity(count);
        row.regime = out.peaked > 0 && count > out.peaked ? Regime::degrading
                                                          : regime_of(row.elasticity.rate, defaults.regimes);
        const auto measured = std::ranges::find(curve.points, count, &MeasuredRate::gpus);
        if (measured != curve.points.end()) row.measured = measured->rate;
        row.efficiency = row.measured.value_or(row.forecast.rate) / count / base;
        out.rows.push_back(row);
    }
    const double first = curve.points.front().gpus, border = defaults.regimes.linear;
    const MeasuredRate& last = curve.points.back();
    const auto last_row = std::ranges::find(out.rows, last.gpus, &ScalingFit::Row::gpus);
    out.waits = last_row->efficiency < border || last_row->regime != Regime::linear;
    const auto where = [&](double RateBand::*which) {
        return falls_below(first, out.farthest, border,
                           [&](double count) { return forecast.elasticity(count).*which; });
    };
    out.bends = where(&RateBand::rate);
    out.bends_low = where(&RateBand::low);
    out.bends_high = where(&RateBand::high);
    return out;
}

} // namespace roofrack
