// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/parts/findings_json.h"

#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json findings_json(const std::vector<Finding>& findings) {
    Json out = Json::array();
    for (const Finding& finding : findings)
        out.push_back({{"severity", name_of(finding.severity)},
                       {"id", finding.id},
                       {"message", finding.message},
                       {"why", finding.why},
                       {"relief", finding.relief},
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

Json check_json(const std::vector<Finding>& findings) { return {{"findings", findings_json(findings)}}; }

Json check_schema() {
    using namespace schema;
    return object({{"findings", list_of(reference("finding"))}});
}

} // namespace roofrack
