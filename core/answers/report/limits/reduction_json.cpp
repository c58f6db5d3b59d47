// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/limits/reduction_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/limits/reduction_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

constexpr FloatFormat formats[] = {FloatFormat::bf16, FloatFormat::fp16, FloatFormat::fp32};
constexpr const char* format_names[] = {"bf16", "fp16", "fp32"};

Json drawn_json(const ReductionStudy& study) {
    Json out = figures::json_of(figures::object_of(study.drawn));
    out.update(figures::json_of(figures::object_of(study.errors)));
    return out;
}

} // namespace

Json reduction_json(const ReductionStudy& study, bool with_project) {
    Json roundoff;
    for (size_t i = 0; i < std::size(formats); ++i) roundoff[format_names[i]] = unit_roundoff(formats[i]);
    Json out{{"drawn", with_project ? drawn_json(study) : Json(nullptr)},
             {"unit_roundoff", roundoff},
             {"sums", reduction_elements}};
    out.update(figures::json_of(figures::object_of(*study.curves)));
    return out;
}

Json reduction_schema() {
    using namespace schema;
    const Json drawn = with_required(figures::schema_of(figures::shape_of<GradientReduction>()),
                                     figures::schema_of(figures::shape_of<PlanReductionErrors>()));
    return with_required(
        object({{"drawn", nullable(drawn)}, {"unit_roundoff", map_of(number)}, {"sums", integer}}),
        figures::schema_of(figures::shape_of<ReductionCurves>()));
}

} // namespace roofrack
