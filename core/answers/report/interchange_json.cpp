// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/interchange_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json diagnostics_json(const std::vector<Diagnostic>& diagnostics) {
    Json out = Json::array();
    for (const Diagnostic& each : diagnostics)
        out.push_back({{"where", each.where}, {"what", each.what}, {"fix", each.fix}});
    return out;
}

Json diagnostics_schema() {
    using namespace schema;
    return list_of(object({{"where", text}, {"what", text}, {"fix", text}}));
}

Json model_summary(const Imported& imported) {
    const auto& model = imported.project.scenarios.back().workload.inline_model;
    if (!model) return nullptr;
    return {{"id", model->id},
            {"parameters", parameter_count(*model)},
            {"active_parameters", active_parameter_count(*model)},
            {"active_without_embedding", active_without_embedding(*model)},
            {"indexed_parameters",
             imported.indexed_parameters > 0 ? Json(imported.indexed_parameters) : Json(nullptr)},
            {"default_sequence", model->default_sequence}};
}

} // namespace

Json import_json(const std::string& file, const Imported& imported) {
    return {{"file", file},
            {"name", imported.project.name},
            {"model", model_summary(imported)},
            {"changes", nullptr},
            {"read", imported.read},
            {"warnings", diagnostics_json(imported.warnings)}};
}

Json changes_json(const std::string& file, const std::string& name, const ImportedChanges& changes) {
    Json list = Json::array();
    for (const ImportedChange& each : changes.list)
        list.push_back({{"place", each.place},
                        {"what", each.what},
                        {"before", each.before},
                        {"after", each.after},
                        {"taken", each.refused.empty()},
                        {"why", each.refused}});
    return {{"file", file},    {"name", name},          {"model", nullptr},
            {"changes", list}, {"read", Json::array()}, {"warnings", diagnostics_json(changes.warnings)}};
}

Json import_schema() {
    using namespace schema;
    const Json model = object({{"id", text},
                               {"parameters", number},
                               {"active_parameters", number},
                               {"active_without_embedding", number},
                               {"indexed_parameters", nullable(number)},
                               {"default_sequence", number}});
    const Json change = object({{"place", text},
                                {"what", text},
                                {"before", text},
                                {"after", text},
                                {"taken", boolean},
                                {"why", text}});
    return object({{"file", text},
                   {"name", text},
                   {"model", nullable(model)},
                   {"changes", nullable(list_of(change))},
                   {"read", list_of(text)},
                   {"warnings", diagnostics_schema()}});
}

Json export_json(const std::string& folder, const Exported& exported) {
    return {{"folder", folder},
            {"files", exported.files},
            {"file_count", exported.file_count},
            {"bytes", exported.bytes},
            {"warnings", diagnostics_json(exported.warnings)}};
}

Json export_schema() {
    using namespace schema;
    return object({{"folder", text},
                   {"files", list_of(text)},
                   {"file_count", integer},
                   {"bytes", number},
                   {"warnings", diagnostics_schema()}});
}

} // namespace roofrack
