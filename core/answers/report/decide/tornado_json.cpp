// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/decide/tornado_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

Json bar_json(const InputBar& bar) {
    return {{"input", bar.input},
            {"label", bar.label},
            {"basis", name_of(bar.basis)},
            {"source", filled_or_null(bar.source)},
            {"now", bar.now},
            {"low", bar.low},
            {"high", bar.high},
            {"at_low", finite_or_null(bar.at_low.number)},
            {"at_high", finite_or_null(bar.at_high.number)},
            {"no_low", filled_or_null(bar.at_low.absent)},
            {"no_high", filled_or_null(bar.at_high.absent)}};
}

} // namespace

Json tornado_json(const std::vector<FigureTornado>& tornados) {
    Json out = Json::array();
    for (const FigureTornado& each : tornados) {
        Json bars = Json::array();
        for (const InputBar& bar : each.bars) bars.push_back(bar_json(bar));
        out.push_back({{"figure", each.figure.name},
                       {"label", each.figure.row->label},
                       {"unit", filled_or_null(std::string(each.figure.row->measure.stored))},
                       {"now", finite_or_null(each.now.number)},
                       {"absent", filled_or_null(each.now.absent)},
                       {"missing_price", filled_or_null(each.now.missing)},
                       {"bars", bars},
                       {"idle", each.idle}});
    }
    return {{"figures", out}};
}

Json tornado_schema() {
    using namespace schema;
    const Json bar =
        object({{"input", text},
                {"label", text},
                {"basis", enumeration({RangeBasis::declared, RangeBasis::price, RangeBasis::term,
                                       RangeBasis::lead_time, RangeBasis::model, RangeBasis::field})},
                {"source", text_or_null},
                {"now", text},
                {"low", text},
                {"high", text},
                {"at_low", number_or_null},
                {"at_high", number_or_null},
                {"no_low", text_or_null},
                {"no_high", text_or_null}});
    const Json figure = object({{"figure", text},
                                {"label", text},
                                {"unit", text_or_null},
                                {"now", number_or_null},
                                {"absent", text_or_null},
                                {"missing_price", text_or_null},
                                {"bars", list_of(bar)},
                                {"idle", number}});
    return object({{"figures", list_of(figure)}});
}

} // namespace roofrack
