// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/check_json.h"

#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json check_json(const Findings& findings) {
    return {{"findings", findings_json(findings.open)}, {"waived", waived_json(findings.waived)}};
}

Json rules_json(std::span<const Rule> rules) {
    Json out = Json::array();
    for (const Rule& rule : rules)
        out.push_back({{"id", rule.id},
                       {"severity", name_of(rule.severity)},
                       {"scope", name_of(rule.scope)},
                       {"meaning", rule.meaning},
                       {"remedy", rule.mitigation}});
    return {{"rules", std::move(out)}};
}

Json check_schema() {
    using namespace schema;
    const Json rule = object({{"id", text},
                              {"severity", reference("severity")},
                              {"scope", enumeration({RuleScope::drawing, RuleScope::plan, RuleScope::run})},
                              {"meaning", text},
                              {"remedy", text}});
    return {{"anyOf",
             Json::array({object({{"findings", list_of(reference("finding"))}, {"waived", waived_schema()}}),
                          object({{"rules", list_of(rule)}})})}};
}

} // namespace roofrack
