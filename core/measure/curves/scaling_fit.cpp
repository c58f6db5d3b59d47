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

std::string counts_text(std::span<const double> counts) {
    std::string out;
    for (size_t i = 0; i < counts.size(); ++i)
        out += fmt::format("{}{:g}", i == 0 ? "" : i + 1 == counts.size() ? " and " : ", ", counts[i]);
    return out;
}

void add_notes(const MeasuredCurve& curve, const Defaults::MeasuredScaling& constants, ScalingFit& out) {
    const double last = curve.points.back().gpus;
    out.notes = curve.notes;
    if (last <= out.node_gpus) {
        const double next[] = {2 * out.node_gpus, 4 * out.node_gpus};
        out.notes.push_back(
            fmt::format("all points lie within one server of {:g} GPUs: they say nothing of the "
                        "network; measure at {}",
                        out.node_gpus, counts_text(next)));
    }
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
        const auto measured = std::ranges::find(curve.points, count, &MeasuredRate::gpus);
        if (measured != curve.points.end()) row.measured = measured->rate;
        row.efficiency = row.measured.value_or(row.forecast.rate) / count / base;
        out.rows.push_back(row);
    }
    const double first = curve.points.front().gpus, border = defaults.regimes.linear;
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
