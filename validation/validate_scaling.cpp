// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/validate_scaling.h"

#include "core/base/catalog/catalog.h"
#include "core/base/files/csv_table.h"
#include "core/base/units/median.h"
#include "core/measured/measure/curves/scaling_forecast.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr size_t fewest_points = 4;

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

} // namespace

HeldOutCurve predict_last_point(const MeasuredCurve& curve, const Defaults& defaults) {
    const Defaults::MeasuredScaling& constants = defaults.measured_scaling;
    MeasuredCurve known = curve;
    known.points.pop_back();
    const MeasuredRate& last = curve.points.back();
    const ScalingForecast forecast(known, curve.node_gpus, constants);
    const RateBand foretold = forecast.at(last.gpus);
    HeldOutCurve out;
    out.name = curve.name;
    out.last_gpus = known.points.back().gpus;
    out.gpus = last.gpus;
    out.error = std::log(foretold.rate / last.rate);
    out.usl_error = std::log(fit_usl(known, constants).rate(last.gpus) / last.rate);
    out.amdahl_error = std::log(fit_amdahl(known, constants).rate(last.gpus) / last.rate);
    out.within = foretold.low <= last.rate && last.rate <= foretold.high;
    out.half_width = std::log(foretold.high / foretold.low) / 2;
    out.is_refused = !forecast.fits() || forecast.growth() == ScalingForecast::Growth::unlikely;
    return out;
}

bool holds_scaling_curves(const std::filesystem::path& csv) {
    const auto table = read_csv(csv);
    const auto has = [&](std::string_view name) { return table->column(name) != std::string::npos; };
    return table && has("curve_id") && has("gpus") && has("throughput");
}

ScalingValidation validate_scaling(std::span<const MeasuredCurve> curves, const Catalog& catalog) {
    ScalingValidation out;
    std::vector<double> own, usl, amdahl, widths;
    double within = 0;
    for (const MeasuredCurve& curve : curves) {
        if (curve.points.size() < fewest_points) {
            ++out.too_short;
            continue;
        }
        const HeldOutCurve& held = out.curves.emplace_back(predict_last_point(curve, catalog.defaults()));
        if (held.is_refused) {
            ++out.refused;
            continue;
        }
        own.push_back(std::abs(held.error));
        usl.push_back(std::abs(held.usl_error));
        amdahl.push_back(std::abs(held.amdahl_error));
        widths.push_back(held.half_width);
        within += held.within ? 1 : 0;
    }
    out.median = median(own);
    out.usl_median = median(usl);
    out.amdahl_median = median(amdahl);
    out.mean = mean_of(own);
    out.usl_mean = mean_of(usl);
    out.amdahl_mean = mean_of(amdahl);
    out.median_width = median(widths);
    if (!own.empty()) out.covered = within / static_cast<double>(own.size());
    return out;
}

} // namespace roofrack
