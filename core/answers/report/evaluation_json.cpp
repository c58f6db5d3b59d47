// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/evaluation_json.h"

#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/answers/report/parts/step_parts_json.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/measured_network.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json evaluation_json(const Evaluation& evaluation) {
    Json out = figures::json_of(figures::object_of(evaluation));
    out["findings"] = findings_json(evaluation.findings);
    out["waived"] = waived_json(evaluation.waived);
    return out;
}

Json calibration_state_json(const Calibration& calibration) {
    if (!calibration.is_given()) return nullptr;
    Json sources = Json::array();
    for (const CalibrationSource& source : calibration.sources)
        sources.push_back(
            {{"file", source.file}, {"digest", source.digest}, {"date", source.date}, {"told", source.told}});
    return {{"in_force", !calibration.off},
            {"by", measured_by(calibration)},
            {"compute_factor", calibration.compute_factor},
            {"gemm_factor", finite_or_null(calibration.gemm_factor)},
            {"attention_factor", finite_or_null(calibration.attention_factor)},
            {"elementwise_factor", finite_or_null(calibration.elementwise_factor)},
            {"optimizer_factor", finite_or_null(calibration.optimizer_factor)},
            {"network_factor", calibration.network_factor},
            {"power_factor", calibration.power_factor},
            {"sweeps", calibration.collectives.size()},
            {"sources", std::move(sources)}};
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
    const Json beside = object(
        {{"published", nullable(object({{"id", text},
                                        {"source", text},
                                        {"step_s", number},
                                        {"error", number},
                                        {"band_s", reference("band")},
                                        {"in_band", boolean}}))},
         {"calibration",
          nullable(object(
              {{"in_force", boolean},
               {"by", text},
               {"compute_factor", number},
               {"gemm_factor", number_or_null},
               {"attention_factor", number_or_null},
               {"elementwise_factor", number_or_null},
               {"optimizer_factor", number_or_null},
               {"network_factor", number},
               {"power_factor", number},
               {"sweeps", integer},
               {"sources",
                list_of(object({{"file", text}, {"digest", text}, {"date", text}, {"told", text}}))}}))},
         {"findings", list_of(reference("finding"))},
         {"waived", waived_schema()}});
    return with_required(figures::schema_of(figures::shape_of<Evaluation>()), beside);
}

} // namespace roofrack
