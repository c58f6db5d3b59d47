// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/limits/reduction_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

constexpr FloatFormat formats[] = {FloatFormat::bf16, FloatFormat::fp16, FloatFormat::fp32};
constexpr const char* format_names[] = {"bf16", "fp16", "fp32"};

Json error_json(const SumError& error) {
    return {{"ranks", error.ranks},
            {"error", finite_or_null(error.error)},
            {"condition", finite_or_null(error.condition)},
            {"difference", finite_or_null(error.difference)},
            {"other_bits", finite_or_null(error.other_bits)}};
}

Json error_or_null(const std::optional<SumError>& error) {
    return error ? error_json(*error) : Json(nullptr);
}

Json drawn_json(const ReductionStudy& study) {
    const GradientReduction& drawn = study.drawn;
    Json calls = Json::array(), stages = Json::array();
    for (const GradientReduction::Call& call : drawn.calls)
        calls.push_back({{"collective", name_of(call.collective)},
                         {"algorithm", name_of(call.algorithm)},
                         {"ranks", call.ranks},
                         {"domains", call.domains},
                         {"bytes", finite_or_null(call.bytes.si())}});
    for (const ReductionStage& stage : drawn.stages)
        stages.push_back({{"order", name_of(stage.order)}, {"ranks", stage.ranks}});
    return {{"ranks", drawn.ranks},
            {"bits", drawn.bits},
            {"bits_from", drawn.bits_of_plan ? "plan" : "default"},
            {"software", filled_or_null(drawn.software)},
            {"precision", drawn.precision ? Json(name_of(*drawn.precision)) : Json(nullptr)},
            {"micro_batches", finite_or_null(drawn.micro_batches)},
            {"measured", drawn.is_measured},
            {"calls", calls},
            {"stages", stages},
            {"either_sign", error_or_null(study.errors.either_sign)},
            {"equal_sign", error_or_null(study.errors.equal_sign)}};
}

} // namespace

Json reduction_json(const ReductionStudy& study, bool with_project) {
    Json roundoff, curves = Json::array();
    for (size_t i = 0; i < std::size(formats); ++i) roundoff[format_names[i]] = unit_roundoff(formats[i]);
    for (const ReductionCurve& curve : study.curves->curves) {
        Json points = Json::array();
        for (const SumError& error : curve.points) {
            const SumBounds bounds = sum_bounds(curve.precision, curve.order, error.ranks);
            Json point = error_json(error);
            point["worst_bound"] = bounds.worst;
            point["probable_bound"] = bounds.probable;
            points.push_back(std::move(point));
        }
        curves.push_back({{"precision", name_of(curve.precision)},
                          {"order", name_of(curve.order)},
                          {"values", name_of(curve.values)},
                          {"points", points}});
    }
    return {{"drawn", with_project ? drawn_json(study) : Json(nullptr)},
            {"unit_roundoff", roundoff},
            {"sums", reduction_elements},
            {"curves", curves}};
}

Json reduction_schema() {
    using namespace schema;
    const Json error = object({{"ranks", number},
                               {"error", number_or_null},
                               {"condition", number_or_null},
                               {"difference", number_or_null},
                               {"other_bits", number}});
    Json point = error;
    for (const char* bound : {"worst_bound", "probable_bound"}) {
        point["properties"][bound] = number;
        point["required"].push_back(bound);
    }
    const Json call = object({{"collective", text},
                              {"algorithm", text},
                              {"ranks", number},
                              {"domains", number},
                              {"bytes", number}});
    const Json drawn = object({{"ranks", number},
                               {"bits", number},
                               {"bits_from", {{"enum", {"plan", "default"}}}},
                               {"software", text_or_null},
                               {"precision", text_or_null},
                               {"micro_batches", number_or_null},
                               {"measured", boolean},
                               {"calls", list_of(call)},
                               {"stages", list_of(object({{"order", text}, {"ranks", number}}))},
                               {"either_sign", nullable(error)},
                               {"equal_sign", nullable(error)}});
    return object(
        {{"drawn", nullable(drawn)},
         {"unit_roundoff", map_of(number)},
         {"sums", integer},
         {"curves",
          list_of(object(
              {{"precision", text}, {"order", text}, {"values", text}, {"points", list_of(point)}}))}});
}

} // namespace roofrack
