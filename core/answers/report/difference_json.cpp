// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/difference_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json difference_json(const ProjectDifference& found) {
    const auto value = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json differences = Json::array();
    for (const Difference& each : found.values)
        differences.push_back({{"pointer", each.pointer},
                               {"place", each.place},
                               {"mine", value(each.mine)},
                               {"theirs", value(each.theirs)}});
    return {{"count", found.count}, {"differences", std::move(differences)}};
}

Json difference_schema() {
    using namespace schema;
    const Json difference =
        object({{"pointer", text}, {"place", text}, {"mine", text_or_null}, {"theirs", text_or_null}});
    return object({{"count", integer}, {"differences", list_of(difference)}});
}

} // namespace roofrack
