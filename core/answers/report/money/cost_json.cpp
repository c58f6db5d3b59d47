// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/money/cost_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/plan_json.h"
#include "core/answers/report/parts/price_band_json.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/difference.h"
#include "core/base/figures/shape_json.h"
#include "core/base/units/calendar_date.h"

namespace roofrack {

nlohmann::ordered_json money_study_json(const MoneyStudy& study) {
    return figures::json_of(figures::object_of(study));
}

nlohmann::ordered_json money_study_schema() {
    return schema::with_optional(
        figures::schema_of(figures::shape_of<MoneyStudy>()),
        {{"running_by", ready_by_date_schema()}, {"side_by_side", side_by_side_schema()}});
}

namespace {

/// By the keys of the figures.
nlohmann::ordered_json differences_json(const ScenarioColumn& baseline, const ScenarioColumn& column) {
    auto out = nlohmann::ordered_json::object();
    for (const figures::FigureDifference& each :
         figures::differences(figures::shape_of<ScenarioColumn>(), &baseline, &column))
        out[std::string(each.row->key)] = {{"absolute", each.absolute},
                                           {"relative", finite_or_null(each.relative)}};
    return out;
}

} // namespace

nlohmann::ordered_json side_by_side_json(const std::vector<ScenarioColumn>& columns) {
    auto out = nlohmann::ordered_json::array();
    for (const ScenarioColumn& column : columns) {
        auto json = figures::json_of(figures::object_of(column));
        json["to_baseline"] = differences_json(columns.front(), column);
        out.push_back(std::move(json));
    }
    return out;
}

nlohmann::ordered_json side_by_side_schema() {
    auto column = figures::schema_of(figures::shape_of<ScenarioColumn>());
    column["properties"]["to_baseline"] =
        schema::map_of(schema::object({{"absolute", schema::number}, {"relative", schema::number_or_null}}));
    column["required"].push_back("to_baseline");
    return schema::list_of(std::move(column));
}

using Json = nlohmann::ordered_json;

namespace {

Json cluster_json(const SiteAlternative& fill) {
    Json rules = Json::array(), kinds = Json::array();
    for (const GpusOfKind& each : fill.kinds) kinds.push_back({{"name", each.name}, {"gpus", each.gpus}});
    for (const ExportFlag& flag : fill.exports)
        if (flag.applies) rules.push_back(flag.rule.name);
    const auto of_run = [&](double value) { return fill.runs() ? finite_or_null(value) : Json(nullptr); };
    return {{"accelerator", fill.accelerator},
            {"name", fill.name},
            {"kinds", kinds},
            {"is_drawn", fill.is_drawn},
            {"server", filled_or_null(fill.server)},
            {"servers", fill.servers > 0 ? Json(fill.servers) : Json(nullptr)},
            {"template", filled_or_null(fill.built)},
            {"reason", fill.reason},
            {"gpus", fill.gpus},
            {"plan", fill.runs() ? plan_json(fill.plan) : Json(nullptr)},
            {"wall_step_s", of_run(fill.step.si())},
            {"useful_rate", of_run(fill.useful_rate)},
            {"run_s", fill.run_time > Seconds(0) ? of_run(fill.run_time.si()) : Json(nullptr)},
            {"mean_w", of_run(fill.mean.si())},
            {"metered_w", of_run(fill.metered.si())},
            {"held_by", fill.is_drawn || !fill.runs() ? Json(nullptr) : Json(name_of(fill.held_by))},
            {"undrawn", filled_or_null(fill.undrawn)},
            {"pue", of_run(fill.pue)},
            {"gaps", fill.gaps},
            {"licences", rules}};
}

Json row_json(const SiteAlternatives& fills, const ReadyByDate& row) {
    const SiteAlternative& fill = fills.clusters[row.cluster];
    const DeploymentPath* path = row.path ? &fill.paths[*row.path] : nullptr;
    const auto day = [&](std::chrono::sys_days value) {
        return row.never ? Json(nullptr) : Json(date_text(value));
    };
    Json waits = Json(nullptr);
    if (path && !path->lead.items.empty() && !row.never) {
        const LeadItem& item = path->lead.items.front();
        waits = {{"what", item.what},
                 {"weeks", band_json(item.weeks)},
                 {"status", name_of(item.status)},
                 {"source", item.source}};
    }
    return {{"cluster", row.cluster},
            {"deployment", path ? Json(name_of(path->deployment)) : Json(nullptr)},
            {"reason", row.reason},
            {"from", day(row.from)},
            {"soonest", day(row.soonest)},
            {"latest", day(row.latest)},
            {"done", row.done ? Json(date_text(*row.done)) : Json(nullptr)},
            {"tokens", band_json({row.tokens_low, row.tokens, row.tokens_high})},
            {"lead_weeks", path && !row.never ? band_json(path->lead_weeks) : Json(nullptr)},
            {"waits_for", waits},
            {"capital_usd", path ? band_json(path->capital) : Json(nullptr)},
            {"usd_per_million", path ? finite_or_null(path->dollars_per_million) : Json(nullptr)}};
}

} // namespace

Json ready_by_date_json(const SiteAlternatives& fills, const std::vector<ReadyByDate>& rows,
                        std::chrono::sys_days order, std::chrono::sys_days by) {
    Json clusters = Json::array(), ways = Json::array();
    for (const SiteAlternative& fill : fills.clusters) clusters.push_back(cluster_json(fill));
    for (const ReadyByDate& row : rows) ways.push_back(row_json(fills, row));
    return {{"order", date_text(order)},
            {"by", date_text(by)},
            {"power_w", finite_or_null(fills.power.si())},
            {"is_limit", fills.is_limit},
            {"counts", fills.counts_samples ? "samples" : "tokens"},
            {"region", fills.region},
            {"clusters", clusters},
            {"ways", ways}};
}

Json ready_by_date_schema() {
    using namespace schema;
    const Json cluster = object({{"accelerator", text},
                                 {"name", text},
                                 {"kinds", list_of(object({{"name", text}, {"gpus", number}}))},
                                 {"is_drawn", boolean},
                                 {"server", text_or_null},
                                 {"servers", number_or_null},
                                 {"template", text_or_null},
                                 {"reason", text},
                                 {"gpus", number},
                                 {"plan", nullable(plan_schema())},
                                 {"wall_step_s", number_or_null},
                                 {"useful_rate", number_or_null},
                                 {"run_s", number_or_null},
                                 {"mean_w", number_or_null},
                                 {"metered_w", number_or_null},
                                 {"held_by", text_or_null},
                                 {"undrawn", text_or_null},
                                 {"pue", number_or_null},
                                 {"gaps", text},
                                 {"licences", list_of(text)}});
    const Json waits =
        object({{"what", text}, {"weeks", price_band_schema()}, {"status", text}, {"source", text}});
    const Json way = object({{"cluster", integer},
                             {"deployment", text_or_null},
                             {"reason", text},
                             {"from", text_or_null},
                             {"soonest", text_or_null},
                             {"latest", text_or_null},
                             {"done", text_or_null},
                             {"tokens", price_band_schema()},
                             {"lead_weeks", nullable(price_band_schema())},
                             {"waits_for", nullable(waits)},
                             {"capital_usd", nullable(price_band_schema())},
                             {"usd_per_million", number_or_null}});
    return object({{"order", text},
                   {"by", text},
                   {"power_w", number_or_null},
                   {"is_limit", boolean},
                   {"counts", text},
                   {"region", text},
                   {"clusters", list_of(cluster)},
                   {"ways", list_of(way)}});
}

} // namespace roofrack
