// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/figures/figures_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json figure_list_json(const std::vector<const IndexedFigure*>& figures,
                      const std::vector<const Input*>& inputs) {
    Json out{{"figures", Json::array()}, {"inputs", Json::array()}};
    for (const IndexedFigure* each : figures) {
        const figures::Row& row = *each->figure.row;
        Json reasons = Json::array();
        for (const std::string_view reason : each->figure.reasons()) reasons.push_back(reason);
        out["figures"].push_back({{"name", each->figure.name},
                                  {"study", each->study->label},
                                  {"label", row.label},
                                  {"help", row.help},
                                  {"unit", filled_or_null(std::string(row.measure.stored))},
                                  {"absent", reasons},
                                  {"explain", filled_or_null(std::string(row.explain))}});
    }
    for (const Input* each : inputs)
        out["inputs"].push_back({{"address", each->address},
                                 {"help", each->help},
                                 {"unit", filled_or_null(each->unit)},
                                 {"least", finite_or_null(each->least)},
                                 {"most", finite_or_null(each->most)},
                                 {"choices", each->choices}});
    return out;
}

Json figure_list_schema() {
    using namespace schema;
    return object({{"figures", list_of(object({{"name", text},
                                               {"study", text},
                                               {"label", text},
                                               {"help", text},
                                               {"unit", text_or_null},
                                               {"absent", list_of(text)},
                                               {"explain", text_or_null}}))},
                   {"inputs", list_of(object({{"address", text},
                                              {"help", text},
                                              {"unit", text_or_null},
                                              {"least", number_or_null},
                                              {"most", number_or_null},
                                              {"choices", list_of(text)}}))}});
}

Json asked_json(const std::vector<AskedFigure>& asked) {
    Json out = Json::array();
    for (const AskedFigure& each : asked)
        out.push_back({{"name", each.name},
                       {"label", each.label},
                       {"unit", filled_or_null(each.unit)},
                       {"value", each.value},
                       {"text", each.text},
                       {"absent", filled_or_null(each.absent)}});
    return {{"asked", out}};
}

Json asked_schema() {
    using namespace schema;
    return object({{"asked", list_of(object({{"name", text},
                                             {"label", text},
                                             {"unit", text_or_null},
                                             {"value", Json::object()},
                                             {"text", text},
                                             {"absent", text_or_null}}))}});
}

} // namespace roofrack
