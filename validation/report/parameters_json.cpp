// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/parameters_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json parameters_json(const std::vector<AuditedConstant>& constants) {
    Json out{{"parameters", Json::array()}};
    for (const AuditedConstant& c : constants)
        out["parameters"].push_back({{"of", c.of},
                                     {"name", c.name},
                                     {"key", c.key},
                                     {"value", finite_or_null(c.value)},
                                     {"unit", c.unit},
                                     {"prior", finite_or_null(c.prior)},
                                     {"low", finite_or_null(c.low)},
                                     {"high", finite_or_null(c.high)},
                                     {"meaning", c.meaning},
                                     {"rows", c.rows},
                                     {"series", c.series},
                                     {"informed_by", filled_or_null(c.informed_by)},
                                     {"only_series", filled_or_null(c.only_series)},
                                     {"sigma", finite_or_null(c.sigma)},
                                     {"file", c.file}});
    return out;
}

Json parameters_schema() {
    using namespace schema;
    return object({{"parameters", list_of(object({{"of", text},
                                                  {"name", text},
                                                  {"key", text},
                                                  {"value", number_or_null},
                                                  {"unit", text},
                                                  {"prior", number_or_null},
                                                  {"low", number_or_null},
                                                  {"high", number_or_null},
                                                  {"meaning", text},
                                                  {"rows", integer},
                                                  {"series", integer},
                                                  {"informed_by", text_or_null},
                                                  {"only_series", text_or_null},
                                                  {"sigma", number_or_null},
                                                  {"file", text}}))}});
}

} // namespace roofrack
