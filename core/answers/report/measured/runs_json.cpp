// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/runs_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json runs_json(const std::vector<KeptRun>& runs, const std::vector<RunCheck>& checks,
               const std::filesystem::path& folder) {
    Json out = Json::array();
    for (size_t i = 0; i < runs.size(); ++i) {
        const std::vector<std::filesystem::path> places = places_of(runs[i], folder);
        Json files = Json::array();
        for (size_t k = 0; k < runs[i].files.size(); ++k) {
            const RunFile& file = runs[i].files[k];
            files.push_back({{"path", file.path},
                             {"place", places[k].string()},
                             {"size", static_cast<int64_t>(file.bytes)},
                             {"digest", filled_or_null(file.digest)},
                             {"state", name_of(checks[i].files[k])}});
        }
        const std::string fault = fault_text(runs[i], checks[i]);
        out.push_back({{"name", runs[i].name},
                       {"summary", filled_or_null(runs[i].summary)},
                       {"fault", filled_or_null(fault)},
                       {"files", std::move(files)}});
    }
    return {{"runs", std::move(out)}};
}

Json runs_schema() {
    using namespace schema;
    const Json file = object({{"path", text},
                              {"place", text},
                              {"size", integer},
                              {"digest", text_or_null},
                              {"state", enumeration({RunFileState::there, RunFileState::missing,
                                                     RunFileState::changed, RunFileState::unreadable})}});
    const Json run = object(
        {{"name", text}, {"summary", text_or_null}, {"fault", text_or_null}, {"files", list_of(file)}});
    return object({{"runs", list_of(run)}});
}

} // namespace roofrack
