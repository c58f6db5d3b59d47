// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/evaluation_json.h"

#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/answers/report/parts/step_parts_json.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/evaluation_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json evaluation_json(const Evaluation& evaluation) {
    Json out = figures::json_of(figures::object_of(evaluation));
    out["findings"] = findings_json(evaluation.findings);
    out["waived"] = waived_json(evaluation.waived);
    return out;
}

Json published_json(const std::optional<PublishedComparison>& published) {
    if (!published) return nullptr;
    return {{"id", published->run.id},
            {"source", published->run.source},
            {"step_s", published->run.step.si()},
            {"error", published->error()},
            {"band_s", band_json(published->low, published->high)},
            {"in_band", published->is_in_band()}};
}

Json evaluation_schema() {
    using namespace schema;
    const Json beside = object({{"published", nullable(object({{"id", text},
                                                               {"source", text},
                                                               {"step_s", number},
                                                               {"error", number},
                                                               {"band_s", reference("band")},
                                                               {"in_band", boolean}}))},
                                {"findings", list_of(reference("finding"))},
                                {"waived", waived_schema()}});
    return with_required(figures::schema_of(figures::shape_of<Evaluation>()), beside);
}

} // namespace roofrack
