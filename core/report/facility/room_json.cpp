// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/room_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json price_or_weeks_json(const PriceBand& band) {
    return {{"low", finite_or_null(band.low)},
            {"likely", finite_or_null(band.likely)},
            {"high", finite_or_null(band.high)}};
}

Json price_or_weeks_schema() {
    using namespace schema;
    return object({{"low", number_or_null}, {"likely", number_or_null}, {"high", number_or_null}});
}

Json purchase_json(const RoomPurchase& buy) {
    Json lead = nullptr;
    if (buy.lead)
        lead = {{"what", buy.lead->what},
                {"weeks", price_or_weeks_json(buy.lead->weeks)},
                {"status", name_of(buy.lead->status)},
                {"source", buy.lead->source}};
    return {{"name", buy.name},
            {"count", buy.count},
            {"amount", finite_or_null(buy.amount)},
            {"suffices", buy.suffices},
            {"usd", buy.price ? price_or_weeks_json(*buy.price) : Json(nullptr)},
            {"basis", name_of(buy.basis)},
            {"status", name_of(buy.status)},
            {"source", buy.source},
            {"lead", lead}};
}

Json row_json(const RoomRow& row) {
    const RoomNeed& need = row.need;
    return {{"limit", name_of(need.key.limit)},
            {"supply", need.key.limit == RoomLimit::supply ? Json(name_of(need.key.supply)) : Json(nullptr)},
            {"id", filled_or_null(need.key.id)},
            {"name", row.name},
            {"unit", unit_of(need.key.limit)},
            {"need", finite_or_null(need.need)},
            {"have", finite_or_null(need.have)},
            {"after_failure", need.after_failure},
            {"left", finite_or_null(row.left())},
            {"fits_racks", finite_or_null(row.fits)},
            {"spare_shrinks", row.spare_shrinks},
            {"buy", row.buy ? purchase_json(*row.buy) : Json(nullptr)}};
}

Json outcome_json(const RoomOutcome& run) {
    return {{"racks", run.racks},
            {"gpus", run.gpus},
            {"reason", run.reason},
            {"step_s", finite_or_null(run.step.si())},
            {"rate", finite_or_null(run.rate)},
            {"clock", run.clock},
            {"metered_w", finite_or_null(run.metered.si())},
            {"pue", finite_or_null(run.pue)}};
}

} // namespace

Json room_json(const RoomStudy& study) {
    Json rows = Json::array();
    for (const RoomRow& row : study.rows) rows.push_back(row_json(row));
    return {{"rack", {{"id", study.kind}, {"name", study.name}, {"step", study.step}}},
            {"drawn_racks", study.drawn},
            {"tried_racks", study.tried},
            {"fits_racks", finite_or_null(study.fits)},
            {"binding", study.binding < 0 ? Json(nullptr) : Json(study.binding)},
            {"limits", rows},
            {"as_drawn", outcome_json(study.as_drawn)},
            {"today", study.today ? outcome_json(*study.today) : Json(nullptr)},
            {"buy_usd", price_or_weeks_json(study.price)},
            {"buy_is_priced", study.is_priced},
            {"buy_weeks", price_or_weeks_json(study.weeks)}};
}

Json room_schema() {
    using namespace schema;
    const Json band = price_or_weeks_schema();
    const Json lead = object({{"what", text}, {"weeks", band}, {"status", text}, {"source", text}});
    const Json buy = object({{"name", text},
                             {"count", number},
                             {"amount", number_or_null},
                             {"suffices", boolean},
                             {"usd", nullable(band)},
                             {"basis", text},
                             {"status", text},
                             {"source", text},
                             {"lead", nullable(lead)}});
    const Json row = object({{"limit", text},
                             {"supply", text_or_null},
                             {"id", text_or_null},
                             {"name", text},
                             {"unit", text},
                             {"need", number_or_null},
                             {"have", number_or_null},
                             {"after_failure", boolean},
                             {"left", number_or_null},
                             {"fits_racks", number_or_null},
                             {"spare_shrinks", boolean},
                             {"buy", nullable(buy)}});
    const Json run = object({{"racks", number},
                             {"gpus", number},
                             {"reason", text},
                             {"step_s", number_or_null},
                             {"rate", number_or_null},
                             {"clock", number},
                             {"metered_w", number_or_null},
                             {"pue", number_or_null}});
    return object({{"rack", object({{"id", text}, {"name", text}, {"step", number}})},
                   {"drawn_racks", number},
                   {"tried_racks", number},
                   {"fits_racks", number_or_null},
                   {"binding", number_or_null},
                   {"limits", list_of(row)},
                   {"as_drawn", run},
                   {"today", nullable(run)},
                   {"buy_usd", band},
                   {"buy_is_priced", boolean},
                   {"buy_weeks", band}});
}

} // namespace roofrack
