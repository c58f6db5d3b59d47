// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/draft_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/study/published_against.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json draft_json(const std::string& file, const DraftedProject& draft, const Evaluation& evaluation) {
    Json rows = Json::array(), warnings = Json::array();
    for (const DraftEntry& row : draft.entries)
        rows.push_back({{"key", row.key},
                        {"label", row.label},
                        {"value", row.value},
                        {"standing", name_of(row.standing)},
                        {"reason", row.reason},
                        {"file", filled_or_null(row.file)}});
    for (const Diagnostic& each : draft.warnings)
        warnings.push_back({{"where", each.where}, {"what", each.what}, {"fix", each.fix}});
    const bool has_step = evaluation.step_time > Seconds(0);
    const auto compared = published_against(draft.project.scenarios.front(), evaluation);
    return {{"file", filled_or_null(file)},
            {"name", draft.project.name},
            {"rows", rows},
            {"measured_step_s", draft.measured_step_s ? Json(*draft.measured_step_s) : Json(nullptr)},
            {"predicted_step_s", has_step ? Json(evaluation.productive_step.si()) : Json(nullptr)},
            {"error", compared ? Json(compared->error()) : Json(nullptr)},
            {"not_compared", filled_or_null(draft.not_compared)},
            {"warnings", warnings}};
}

Json draft_schema() {
    using namespace schema;
    const Json row = object(
        {{"key", text},
         {"label", text},
         {"value", text},
         {"standing", enumeration({DraftStanding::told, DraftStanding::guessed, DraftStanding::missing})},
         {"reason", text},
         {"file", text_or_null}});
    return object({{"file", text_or_null},
                   {"name", text},
                   {"rows", list_of(row)},
                   {"measured_step_s", number_or_null},
                   {"predicted_step_s", number_or_null},
                   {"error", number_or_null},
                   {"not_compared", text_or_null},
                   {"warnings", list_of(object({{"where", text}, {"what", text}, {"fix", text}}))}});
}

} // namespace roofrack
