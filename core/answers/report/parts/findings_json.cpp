// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/parts/findings_json.h"

#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json findings_json(const std::vector<Finding>& findings) {
    Json out = Json::array();
    for (const Finding& finding : findings)
        out.push_back({{"severity", name_of(finding.severity)},
                       {"id", finding.id},
                       {"message", finding.message},
                       {"why", finding.why},
                       {"relief", finding.mitigation},
                       {"where", finding.where},
                       {"part", finding.part ? Json(name_of(*finding.part)) : Json(nullptr)}});
    return out;
}

Json finding_schema() {
    using namespace schema;
    return object({{"severity", reference("severity")},
                   {"id", text},
                   {"message", text},
                   {"why", text},
                   {"relief", text},
                   {"where", list_of(text)},
                   {"part", text_or_null}});
}

Json waived_json(const std::vector<WaivedFinding>& waived) {
    Json out = Json::array();
    for (const WaivedFinding& each : waived) {
        Json finding = findings_json({each.finding})[0];
        finding["reason"] = each.reason;
        out.push_back(std::move(finding));
    }
    return out;
}

Json waived_schema() {
    Json schema = finding_schema();
    schema["properties"]["reason"] = schema::text;
    schema["required"].push_back("reason");
    return schema::list_of(std::move(schema));
}

} // namespace roofrack
