// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/curves/scaling_fit.h"

#include "core/base/units/word_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

/// Finds the whole counts from which on a tenth more GPUs give too little, on the line and at both ends of
/// the curves' 90 %; 0: not within reach.
void find_bends(const ScalingForecast& forecast, double first, double border, ScalingFit& out) {
    constexpr double steps = 1.02;
    const auto take = [&](double& into, double elasticity, double count) {
        if (into <= 0 && elasticity < border) into = count;
    };
    for (double count = first; count <= out.farthest;
         count = std::max(count + 1, std::floor(count * steps))) {
        const RateBand here = forecast.elasticity(count);
        take(out.bends_low, here.low, count);
        take(out.bends, here.rate, count);
        take(out.bends_high, here.high, count);
        if (out.bends_high > 0) return;
    }
}

/// Within one server beyond it, where the network begins; a wide gap between few points in its middle; else
/// beyond the largest as far as a forecast goes.
std::vector<double> counts_to_measure(const ScalingFit& fit, const Defaults::MeasuredScaling& constants) {
    const std::vector<MeasuredRate>& points = fit.curve.points;
    const double last = points.back().gpus;
    if (fit.scatter > constants.most_scatter) {
        std::vector<double> again;
        for (const MeasuredRate& point : points) again.push_back(point.gpus);
        constexpr size_t most = 4;
        if (again.size() > most) again.erase(again.begin(), again.end() - most);
        return again;
    }
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
    if (!out.no_forecast.empty()) out.notes.push_back(out.no_forecast);
    if (out.is_held_down)
        out.notes.push_back("the last points fall: no growth beyond the best measured rate is forecast from "
                            "them; the band has what the mechanisms allow");
    if (out.peaked > 0)
        out.notes.push_back(fmt::format("more than {:g} GPUs were measured slower", out.peaked));
    if (out.step)
        out.notes.push_back(fmt::format(
            "from {:g} to {:g} GPUs the second server begins{}: at {:g} leaving a server takes {:.0f} % of "
            "the step or more, by estimate",
            out.step->from, out.step->to,
            out.is_node_assumed ? fmt::format(" (servers of {:g} GPUs are assumed)", out.node_gpus) : "",
            out.step->to, 100 * out.step->share));
    if (curve.points.size() < 4)
        out.notes.push_back(fmt::format(
            "{} sizes leave no room to judge the scatter: published measurements have {:.1f} % in "
            "the median, and more may be",
            curve.points.size(), 100 * constants.noise));
    if (out.usl.kappa_low <= 0)
        out.notes.push_back(
            "the points do not show where the curve would turn down: the law's peak is the least that "
            "they allow, not a forecast");
}

void describe_growth(const ScalingForecast& forecast, ScalingFit& out) {
    const double last = out.curve.points.back().gpus;
    if (!forecast.fits()) {
        out.farthest = last;
        out.no_forecast = fmt::format(
            "no mechanism fits: the points lie {:.0f} % off any curve, there is no forecast; measure each "
            "count several times, with the same batch and software",
            100 * std::expm1(out.scatter));
    } else if (forecast.growth() == ScalingForecast::Growth::unlikely) {
        out.farthest = last;
        out.no_forecast = fmt::format(
            "no forecast beyond {:g} GPUs: the rate fell within the last three points, and so few "
            "after a fall do not carry a forecast of growth; measure at {}",
            last, counts_text(out.measure_next));
    }
    out.is_held_down = out.no_forecast.empty() && forecast.growth() == ScalingForecast::Growth::held_down;
}

void find_step(const ScalingForecast& forecast, ScalingFit& out) {
    const double share = forecast.border_share();
    if (share < out.least_waiting) return;
    const auto beyond = std::ranges::find_if(
        out.curve.points, [&](const MeasuredRate& point) { return point.gpus > out.node_gpus; });
    out.step = {std::prev(beyond)->gpus, beyond->gpus, share};
}

/// Measured counts and those that are asked for, ascending.
std::vector<double> counts_of_rows(std::span<const double> asked, const Defaults::MeasuredScaling& constants,
                                   ScalingFit& fit) {
    const double first = fit.curve.points.front().gpus, last = fit.curve.points.back().gpus;
    std::vector<double> out;
    for (const MeasuredRate& point : fit.curve.points) out.push_back(point.gpus);
    if (fit.scatter > constants.most_scatter) return out;
    for (const double count : asked)
        if (count >= first && count <= fit.farthest) out.push_back(count);
    if (asked.empty())
        for (double count = 2 * last; count <= fit.farthest; count *= 2) out.push_back(count);
    if (std::ranges::any_of(asked, [&](double count) { return count < first; }))
        fit.notes.push_back(fmt::format("no forecast below {:g} GPUs, the smallest measured count", first));
    if (fit.no_forecast.empty() &&
        std::ranges::any_of(asked, [&](double count) { return count > fit.farthest; }))
        fit.notes.push_back(
            fmt::format("no forecast beyond {:g} GPUs, {:g} times what was measured: measure there",
                        fit.farthest, constants.reach));
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

} // namespace

ScalingLoss largest_loss(const ScalingFit& fit) {
    return static_cast<ScalingLoss>(std::ranges::max_element(fit.losses) - fit.losses.begin());
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
    std::vector<std::string> words;
    for (const double count : counts) words.push_back(fmt::format("{:g}", count));
    return word_list(words);
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
    out.is_node_assumed = node_gpus < 1 && curve.node_gpus < 1;
    out.amdahl = fit_amdahl(curve, constants);
    out.usl = fit_usl(curve, constants);
    const ScalingForecast forecast(curve, out.node_gpus, constants);
    const double first = curve.points.front().gpus, last = curve.points.back().gpus;
    out.scatter = forecast.scatter();
    out.least_waiting = constants.least_waiting;
    out.within_server = last <= out.node_gpus;
    out.measure_next = counts_to_measure(out, constants);
    out.farthest = forecast.farthest();
    describe_growth(forecast, out);
    const bool fits = forecast.fits();
    if (fits) {
        out.losses = forecast.losses();
        out.communication_chance = forecast.communication_chance();
        find_step(forecast, out);
        find_bends(forecast, first, defaults.regimes.linear, out);
    } else {
        out.communication_chance = 0.5;
    }
    const auto most = std::ranges::max_element(curve.points, {}, &MeasuredRate::rate);
    if (curve.points.back().rate < most->rate * (1 - constants.noise)) out.peaked = most->gpus;
    out.ceiling = metric_ceiling(curve, constants);
    add_notes(curve, constants, out);

    const double base = curve.points.front().rate / first;
    for (const double count : counts_of_rows(gpus, constants, out)) {
        ScalingFit::Row row;
        row.gpus = count;
        row.amdahl = out.amdahl.rate(count);
        row.usl = out.usl.rate(count);
        if (fits) {
            row.forecast = forecast.at(count);
            row.elasticity = forecast.elasticity(count);
            row.regime = regime_of(row.elasticity->rate, defaults.regimes);
        }
        const auto measured = std::ranges::find(curve.points, count, &MeasuredRate::gpus);
        if (measured != curve.points.end()) row.measured = measured->rate;
        row.efficiency = row.measured.value_or(row.forecast ? row.forecast->rate : 0) / count / base;
        out.rows.push_back(row);
    }
    const auto last_row = std::ranges::find(out.rows, last, &ScalingFit::Row::gpus);
    out.waits = last_row->efficiency < defaults.regimes.linear ||
                (last_row->regime && *last_row->regime != Regime::linear);
    return out;
}

} // namespace roofrack
