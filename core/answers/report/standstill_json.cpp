// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/standstill_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json with_standstill(const Standstill& standstill, const Json& body) {
    Json out{{"feasible", standstill.runs()}, {"reasons", standstill.reasons}};
    out.update(body);
    return out;
}

Json with_standstill_schema(Json schema) {
    schema["properties"]["feasible"] = schema::boolean;
    schema["properties"]["reasons"] = schema::list_of(schema::text);
    schema["required"].push_back("feasible");
    schema["required"].push_back("reasons");
    return schema;
}

Json with_answer_schema(Json schema) {
    for (auto& [key, property] : schema["properties"].items()) property = schema::nullable(property);
    return with_standstill_schema(std::move(schema));
}

Json without_answer(const Standstill& standstill, const Json& schema) {
    Json out{{"feasible", false}, {"reasons", standstill.reasons}};
    for (const Json& key : schema["required"]) out[key.get<std::string>()] = nullptr;
    return out;
}

} // namespace roofrack
