// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/scaling_fit_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/measured/measure/curves/scaling_checks.h"

#include <cmath>

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json rate_band(const RateBand& band) {
    return {{"value", finite_or_null(band.rate)},
            {"low", finite_or_null(band.low)},
            {"high", finite_or_null(band.high)}};
}

Json band_or_null(const std::optional<RateBand>& band) { return band ? rate_band(*band) : Json(nullptr); }

Json count_or_null(double gpus) { return gpus > 0 ? finite_or_null(gpus) : Json(nullptr); }

Json law_json(const ScalingLaw& law) {
    return {{"gamma", finite_or_null(law.gamma)},           {"sigma", finite_or_null(law.sigma)},
            {"sigma_low", finite_or_null(law.sigma_low)},   {"sigma_high", finite_or_null(law.sigma_high)},
            {"kappa", finite_or_null(law.kappa)},           {"kappa_low", finite_or_null(law.kappa_low)},
            {"kappa_high", finite_or_null(law.kappa_high)}, {"rms", finite_or_null(law.rms)},
            {"peak_gpus", finite_or_null(law.peak())},      {"peak_gpus_low", finite_or_null(law.peak_low)},
            {"most_speedup", finite_or_null(law.most())}};
}

std::string_view better_of(MetricSense sense) {
    return sense == MetricSense::unknown ? "unknown" : sense == MetricSense::lower ? "lower" : "higher";
}

Json ceiling_json(const MetricCeiling& ceiling) {
    Json at = Json::array();
    for (const MetricCeiling::At& here : ceiling.at)
        at.push_back({{"gpus", here.gpus},
                      {"value", here.value ? finite_or_null(*here.value) : Json(nullptr)},
                      {"worse", here.value ? finite_or_null(here.worse) : Json(nullptr)},
                      {"within", here.within}});
    return {{"metric", ceiling.metric},
            {"better", better_of(ceiling.sense)},
            {"allowed", finite_or_null(ceiling.allowed)},
            {"stable_gpus", count_or_null(ceiling.stable)},
            {"broken_gpus", count_or_null(ceiling.broken)},
            {"at", std::move(at)}};
}

Json fit_json(const ScalingFit& fit) {
    Json rows = Json::array();
    for (const ScalingFit::Row& row : fit.rows)
        rows.push_back({{"gpus", row.gpus},
                        {"measured", row.measured ? finite_or_null(*row.measured) : Json(nullptr)},
                        {"efficiency", finite_or_null(row.efficiency)},
                        {"forecast", band_or_null(row.forecast)},
                        {"elasticity", band_or_null(row.elasticity)},
                        {"regime", row.regime ? Json(name_of(*row.regime)) : Json(nullptr)},
                        {"amdahl", finite_or_null(row.amdahl)},
                        {"usl", finite_or_null(row.usl)}});
    Json losses = Json::array();
    for (size_t i = 0; i < fit.losses.size(); ++i)
        losses.push_back(
            {{"to", name_of(static_cast<ScalingLoss>(i))}, {"share", finite_or_null(fit.losses[i])}});
    Json checks = Json::array();
    for (const ScalingCheck& check : scaling_checks(fit))
        checks.push_back({{"question", name_of(check.question)},
                          {"answer", name_of(check.answer)},
                          {"said", check.said},
                          {"todo", filled_or_null(check.todo)}});
    return {{"curve", fit.curve.name},
            {"unit", name_of(fit.curve.unit)},
            {"node_gpus", fit.node_gpus},
            {"rows", std::move(rows)},
            {"amdahl", law_json(fit.amdahl)},
            {"usl", law_json(fit.usl)},
            {"losses", std::move(losses)},
            {"communication_chance", finite_or_null(fit.communication_chance)},
            {"bends_gpus", count_or_null(fit.bends)},
            {"bends_gpus_low", count_or_null(fit.bends_low)},
            {"bends_gpus_high", count_or_null(fit.bends_high)},
            {"farthest_gpus", fit.farthest},
            {"peaked_gpus", count_or_null(fit.peaked)},
            {"no_forecast", filled_or_null(fit.no_forecast)},
            {"held_down", fit.is_held_down},
            {"scatter", finite_or_null(fit.scatter)},
            {"border_step", fit.step ? Json{{"from_gpus", fit.step->from},
                                            {"to_gpus", fit.step->to},
                                            {"share", finite_or_null(fit.step->share)}}
                                     : Json(nullptr)},
            {"waits", fit.waits},
            {"within_server", fit.within_server},
            {"measure_next_gpus", fit.measure_next},
            {"metric_ceiling", fit.ceiling ? ceiling_json(*fit.ceiling) : Json(nullptr)},
            {"checks", std::move(checks)},
            {"notes", fit.notes}};
}

Json against_json(const MeasuredComparison& against) {
    Json rows = Json::array();
    for (const MeasuredComparison::Row& row : against.rows)
        rows.push_back(
            {{"gpus", row.gpus},
             {"measured", finite_or_null(row.measured)},
             {"predicted", row.reason.empty() ? finite_or_null(row.predicted) : Json(nullptr)},
             {"communication", row.reason.empty() ? finite_or_null(row.communication) : Json(nullptr)},
             {"reason", filled_or_null(row.reason)}});
    return {{"curve", against.curve},
            {"metric", name_of(against.metric)},
            {"factor", against.factor > 0 ? finite_or_null(against.factor) : Json(nullptr)},
            {"rms", finite_or_null(against.rms)},
            {"height", against.height > 0 ? finite_or_null(against.height) : Json(nullptr)},
            {"doubt", filled_or_null(against.doubt)},
            {"cause", filled_or_null(against.cause)},
            {"rows", std::move(rows)}};
}

} // namespace

Json scaling_fits_json(std::span<const ScalingFit> fits, std::span<const MeasuredComparison> against) {
    Json out{{"curves", Json::array()}, {"against", Json::array()}};
    for (const ScalingFit& fit : fits) out["curves"].push_back(fit_json(fit));
    for (const MeasuredComparison& each : against) out["against"].push_back(against_json(each));
    return out;
}

Json scaling_fits_schema() {
    using namespace schema;
    const Json band = object({{"value", number_or_null}, {"low", number_or_null}, {"high", number_or_null}});
    const Json law = object({{"gamma", number_or_null},
                             {"sigma", number_or_null},
                             {"sigma_low", number_or_null},
                             {"sigma_high", number_or_null},
                             {"kappa", number_or_null},
                             {"kappa_low", number_or_null},
                             {"kappa_high", number_or_null},
                             {"rms", number_or_null},
                             {"peak_gpus", number_or_null},
                             {"peak_gpus_low", number_or_null},
                             {"most_speedup", number_or_null}});
    const Json row = object({{"gpus", number},
                             {"measured", number_or_null},
                             {"efficiency", number_or_null},
                             {"forecast", nullable(band)},
                             {"elasticity", nullable(band)},
                             {"regime", text_or_null},
                             {"amdahl", number_or_null},
                             {"usl", number_or_null}});
    const Json against_row = object({{"gpus", number},
                                     {"measured", number_or_null},
                                     {"predicted", number_or_null},
                                     {"communication", number_or_null},
                                     {"reason", text_or_null}});
    const Json metric_at =
        object({{"gpus", number}, {"value", number_or_null}, {"worse", number_or_null}, {"within", boolean}});
    const Json ceiling = object({{"metric", text},
                                 {"better", text},
                                 {"allowed", number_or_null},
                                 {"stable_gpus", number_or_null},
                                 {"broken_gpus", number_or_null},
                                 {"at", list_of(metric_at)}});
    const Json step = object({{"from_gpus", number}, {"to_gpus", number}, {"share", number_or_null}});
    const Json check = object({{"question", text}, {"answer", text}, {"said", text}, {"todo", text_or_null}});
    const Json against = object({{"curve", text},
                                 {"metric", reference("metric")},
                                 {"factor", number_or_null},
                                 {"rms", number_or_null},
                                 {"height", number_or_null},
                                 {"doubt", text_or_null},
                                 {"cause", text_or_null},
                                 {"rows", list_of(against_row)}});
    return object(
        {{"against", list_of(against)},
         {"curves", list_of(object({{"curve", text},
                                    {"unit", text},
                                    {"node_gpus", number},
                                    {"rows", list_of(row)},
                                    {"amdahl", law},
                                    {"usl", law},
                                    {"losses", list_of(object({{"to", text}, {"share", number_or_null}}))},
                                    {"communication_chance", number_or_null},
                                    {"bends_gpus", number_or_null},
                                    {"bends_gpus_low", number_or_null},
                                    {"bends_gpus_high", number_or_null},
                                    {"farthest_gpus", number},
                                    {"peaked_gpus", number_or_null},
                                    {"no_forecast", text_or_null},
                                    {"held_down", boolean},
                                    {"scatter", number_or_null},
                                    {"border_step", nullable(step)},
                                    {"waits", boolean},
                                    {"within_server", boolean},
                                    {"measure_next_gpus", list_of(number)},
                                    {"metric_ceiling", nullable(ceiling)},
                                    {"checks", list_of(check)},
                                    {"notes", list_of(text)}}))}});
}

} // namespace roofrack
