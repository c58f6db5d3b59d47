// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/evaluation_json.h"

#include "core/engine/figures/evaluation_figures.h"
#include "core/figures/builder.h"
#include "core/figures/shape_json.h"
#include "core/report/parts/findings_json.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/parts/step_parts_json.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json evaluation_json(const Evaluation& evaluation) {
    Json out = figures::json_of(figures::object_of(evaluation));
    out["findings"] = findings_json(evaluation.findings);
    out["waived"] = waived_json(evaluation.waived);
    return out;
}

Json published_json(const std::optional<PublishedAgainst>& published) {
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
