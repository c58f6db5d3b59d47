// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/scaling_validation_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

#include <cmath>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json three_errors(double own, double usl, double amdahl) {
    const auto share = [](double of_logarithm) { return finite_or_null(std::expm1(of_logarithm)); };
    return {{"forecast", share(own)}, {"usl", share(usl)}, {"amdahl", share(amdahl)}};
}

} // namespace

Json scaling_validation_json(const ScalingValidation& validation) {
    Json curves = Json::array();
    for (const HeldOutCurve& curve : validation.curves)
        curves.push_back({{"curve", curve.name},
                          {"known_to_gpus", curve.last_gpus},
                          {"gpus", curve.gpus},
                          {"error", three_errors(curve.error, curve.usl_error, curve.amdahl_error)},
                          {"within", curve.within},
                          {"refused", curve.is_refused},
                          {"half_width", finite_or_null(std::expm1(curve.half_width))}});
    return {{"scaling_curves", std::move(curves)},
            {"too_short", validation.too_short},
            {"refused", validation.refused},
            {"median", three_errors(validation.median, validation.usl_median, validation.amdahl_median)},
            {"mean", three_errors(validation.mean, validation.usl_mean, validation.amdahl_mean)},
            {"covered", validation.covered},
            {"median_half_width", finite_or_null(std::expm1(validation.median_width))}};
}

Json scaling_validation_schema() {
    using namespace schema;
    const Json errors =
        object({{"forecast", number_or_null}, {"usl", number_or_null}, {"amdahl", number_or_null}});
    const Json curve = object({{"curve", text},
                               {"known_to_gpus", number},
                               {"gpus", number},
                               {"error", errors},
                               {"within", boolean},
                               {"refused", boolean},
                               {"half_width", number_or_null}});
    return object({{"scaling_curves", list_of(curve)},
                   {"too_short", integer},
                   {"refused", integer},
                   {"median", errors},
                   {"mean", errors},
                   {"covered", number},
                   {"median_half_width", number_or_null}});
}

} // namespace roofrack
