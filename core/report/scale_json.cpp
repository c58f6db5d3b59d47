// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scale_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/plan_json.h"
#include "core/report/parts/schema_parts.h"
#include "core/report/parts/step_parts_json.h"
#include "core/report/scale_lines_json.h"
#include "core/study/ideal_gap.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

/// Progress that each part takes from the ideal, in their order.
Json lost_json(const ScalePoint& point) {
    Json out = Json::array();
    const auto add = [&](std::string_view part, double lost) {
        out.push_back({{"part", part}, {"taken", finite_or_null(lost)}});
    };
    for (size_t i = 0; i < step_part_count; ++i) add(name_of(static_cast<StepPart>(i)), point.lost[i]);
    add(extra_tokens, point.lost_to_batch);
    return out;
}

Json border_json(const ScaleBorder& border) {
    Json moves = Json::array();
    for (const BorderMove& move : border.moves)
        moves.push_back({{"action", move.action},
                         {"caution", move.caution.empty() ? Json(nullptr) : Json(move.caution)},
                         {"gpus", move.gpus > 0 ? finite_or_null(move.gpus) : Json(nullptr)}});
    return {{"from", name_of(border.from)},
            {"to", name_of(border.to)},
            {"gpus", finite_or_null(border.gpus)},
            {"cause", border.cause},
            {"limit", border.limit == Clip::none ? Json(nullptr) : Json(name_of(border.limit))},
            {"moves", std::move(moves)}};
}

} // namespace

Json scale_json(const ScaleOutput& output) {
    Json out = scale_study_json(output.study, output.study);
    out["amdahl"] = serial_law_json(output.law);
    out["overlays"] = overlays_json(output.study, output.work, output.overlays);
    return out;
}

Json scale_schema() {
    Json out = scale_study_schema();
    for (const auto& [key, schema] :
         {std::pair{"amdahl", serial_law_schema()}, std::pair{"overlays", overlays_schema()}}) {
        out["properties"][key] = schema;
        out["required"].push_back(key);
    }
    return out;
}

Json scale_study_json(const ScaleResult& result, const ScaleResult& reference) {
    Json points = Json::array();
    for (const ScalePoint& p : result.points) {
        Json point;
        point["gpus"] = p.gpus;
        point["feasible"] = p.feasible;
        point["reason"] = filled_or_null(p.reason);
        const auto value = [&](double number_of) {
            return p.feasible ? finite_or_null(number_of) : Json(nullptr);
        };
        point["batch"] = value(p.batch);
        point["productive_step_s"] = value(p.productive_step.si());
        point["wall_step_s"] = value(p.wall_step.si());
        point["step_time_s"] = value(p.step_time.si());
        point["step_time_band_s"] = p.feasible ? band_json(p.step_time_low, p.step_time_high) : Json(nullptr);
        point["rate"] = value(p.rate);
        point["progress"] = value(p.progress);
        point["useful_rate"] = value(p.useful);
        point["speedup"] = value(p.speedup);
        point["efficiency"] = value(p.efficiency);
        point["elasticity"] = value(p.elasticity);
        point["regime"] = p.regime ? Json(name_of(*p.regime)) : Json(nullptr);
        point["facility_w"] = value(p.running.facility.si());
        point["cost_per_hour"] = p.running.has_price() ? value(p.running.per_hour.si()) : Json(nullptr);
        point["quantities"] = quantities_json(p, reference);
        point["held_by"] = p.clip == Clip::none ? Json(nullptr) : Json(name_of(p.clip));
        point["plan"] = plan_json(p.plan);
        point["breakdown"] = p.feasible ? parts_json(p.parts, p.wall_step.si()) : Json::array();
        point["lost"] = p.feasible ? lost_json(p) : Json::array();
        points.push_back(std::move(point));
    }
    Json doublings = Json::array();
    for (const ScaleDoubling& each : result.doublings) {
        const auto cost = [](const ScaleCost& of) -> Json {
            return {{"gpus", of.gpus},
                    {"progress", finite_or_null(of.progress)},
                    {"cost_per_hour", finite_or_null(of.running.per_hour.si())},
                    {"facility_w", finite_or_null(of.running.facility.si())},
                    {"usd_per_million", finite_or_null(of.dollars_per_million())},
                    {"joules_per_million", finite_or_null(of.joules_per_million())}};
        };
        doublings.push_back(
            {{"at", name_of(each.at)},
             {"now", cost(each.now)},
             {"then", cost(each.then)},
             {"gain", finite_or_null(each.gain())},
             {"marginal_usd_per_million", finite_or_null(each.marginal_dollars_per_million())}});
    }
    Json gaps = Json::array();
    for (const ScaleGap& gap : result.gaps)
        gaps.push_back({{"from", gap.from}, {"to", gap.to}, {"reason", gap.reason}});
    Json borders = Json::array();
    for (const ScaleBorder& border : result.borders) borders.push_back(border_json(border));
    Json out;
    out["metric"] = name_of(result.metric);
    out["replanned"] = result.replanned;
    out["supply_growth"] = name_of(result.supply_growth);
    out["drawn_gpus"] = result.drawn_gpus;
    out["assumed_beyond"] = {{"name", result.beyond.name},
                             {"gpus", result.beyond.gpus},
                             {"egress_bytes_per_s", finite_or_null(result.beyond.egress.si())},
                             {"narrower", finite_or_null(result.beyond.narrower)},
                             {"torus", result.beyond.is_torus}};
    out["ideal_gpus"] = result.ideal_gpus;
    out["smallest_gpus"] = result.smallest.gpus;
    out["quantities"] = quantity_list_json(result);
    out["points"] = std::move(points);
    out["gaps"] = std::move(gaps);
    out["doublings"] = std::move(doublings);
    out["borders"] = std::move(borders);
    Json steps = Json::array();
    for (const ScaleStep& step : result.steps)
        steps.push_back({{"gpus", step.gpus}, {"links", step.links}, {"left", step.left}});
    out["steps"] = std::move(steps);
    const auto count = [](double gpus) { return gpus > 0 ? finite_or_null(gpus) : Json(nullptr); };
    out["knee_gpus"] = count(result.knee_gpus);
    out["peak_gpus"] = count(result.peak_gpus);
    out["critical_batch_gpus"] = count(result.critical_gpus);
    return out;
}

Json scale_study_schema() {
    using namespace schema;
    const Json point = object({{"gpus", number},
                               {"feasible", boolean},
                               {"reason", text_or_null},
                               {"batch", number_or_null},
                               {"productive_step_s", number_or_null},
                               {"wall_step_s", number_or_null},
                               {"step_time_s", number_or_null},
                               {"step_time_band_s", reference("band")},
                               {"rate", number_or_null},
                               {"progress", number_or_null},
                               {"useful_rate", number_or_null},
                               {"speedup", number_or_null},
                               {"efficiency", number_or_null},
                               {"elasticity", number_or_null},
                               {"regime", nullable(reference("regime"))},
                               {"facility_w", number_or_null},
                               {"cost_per_hour", number_or_null},
                               {"quantities", quantities_schema()},
                               {"held_by", text_or_null},
                               {"plan", plan_schema()},
                               {"breakdown", reference("breakdown")},
                               {"lost", list_of(object({{"part", text}, {"taken", number_or_null}}))}});
    const Json gap = object({{"from", number}, {"to", number}, {"reason", text}});
    const Json cost = object({{"gpus", number},
                              {"progress", number_or_null},
                              {"cost_per_hour", number_or_null},
                              {"facility_w", number_or_null},
                              {"usd_per_million", number_or_null},
                              {"joules_per_million", number_or_null}});
    const Json doubling = object({{"at", text},
                                  {"now", cost},
                                  {"then", cost},
                                  {"gain", number_or_null},
                                  {"marginal_usd_per_million", number_or_null}});
    const Json border =
        object({{"from", reference("regime")},
                {"to", reference("regime")},
                {"gpus", number_or_null},
                {"cause", text},
                {"limit", text_or_null},
                {"moves",
                 list_of(object({{"action", text}, {"caution", text_or_null}, {"gpus", number_or_null}}))}});
    return object({{"metric", reference("metric")},
                   {"replanned", boolean},
                   {"supply_growth", text},
                   {"drawn_gpus", number},
                   {"assumed_beyond", object({{"name", text},
                                              {"gpus", number},
                                              {"egress_bytes_per_s", number_or_null},
                                              {"narrower", number_or_null},
                                              {"torus", boolean}})},
                   {"ideal_gpus", number},
                   {"smallest_gpus", number},
                   {"quantities", quantity_list_schema()},
                   {"points", list_of(point)},
                   {"gaps", list_of(gap)},
                   {"doublings", list_of(doubling)},
                   {"borders", list_of(border)},
                   {"steps", list_of(object({{"gpus", number}, {"links", text}, {"left", number}}))},
                   {"knee_gpus", number_or_null},
                   {"peak_gpus", number_or_null},
                   {"critical_batch_gpus", number_or_null}});
}

} // namespace roofrack
