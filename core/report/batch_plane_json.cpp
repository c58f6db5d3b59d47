// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/batch_plane_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"
#include "core/units/common_units.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

/// One run to the target.
Json run_json(const BatchPoint& point) {
    const auto value = [&](double number_of) {
        return point.runs() ? finite_or_null(number_of) : Json(nullptr);
    };
    return {{"gpus", point.gpus},
            {"sequences", point.sequences},
            {"batch", finite_or_null(point.batch)},
            {"feasible", point.runs()},
            {"reason", filled_or_null(point.reason)},
            {"wall_step_s", value(point.wall_step.si())},
            {"steps", value(point.steps)},
            {"tokens", value(point.tokens)},
            {"extra_share", value(point.extra_share)},
            {"time_s", value(point.time.si())},
            {"gpu_hours", value(point.gpu_seconds() / seconds_an_hour)},
            {"cost_usd", value(point.cost.si())},
            {"energy_j", value(point.energy.si())}};
}

Json run_schema() {
    using namespace schema;
    return object({{"gpus", number},
                   {"sequences", number},
                   {"batch", number_or_null},
                   {"feasible", boolean},
                   {"reason", text_or_null},
                   {"wall_step_s", number_or_null},
                   {"steps", number_or_null},
                   {"tokens", number_or_null},
                   {"extra_share", number_or_null},
                   {"time_s", number_or_null},
                   {"gpu_hours", number_or_null},
                   {"cost_usd", number_or_null},
                   {"energy_j", number_or_null}});
}

Json ramp_json(const BatchRamp& ramp) {
    Json stages = Json::array();
    for (const BatchRamp::Stage& stage : ramp.stages)
        stages.push_back({{"sequences", stage.at.sequences},
                          {"batch", finite_or_null(stage.at.batch)},
                          {"reason", filled_or_null(stage.at.reason)},
                          {"tokens", finite_or_null(stage.tokens)},
                          {"steps", finite_or_null(stage.steps)},
                          {"wall_step_s", finite_or_null(stage.at.wall_step.si())},
                          {"time_s", finite_or_null(stage.time.si())}});
    const auto value = [&](double number_of) {
        return ramp.reason.empty() ? finite_or_null(number_of) : Json(nullptr);
    };
    return {{"reason", filled_or_null(ramp.reason)},
            {"stages", stages},
            {"tokens", value(ramp.tokens)},
            {"steps", value(ramp.steps)},
            {"time_s", value(ramp.time.si())},
            {"cost_usd", value(ramp.cost.si())},
            {"energy_j", value(ramp.energy.si())},
            {"without", run_json(ramp.full)},
            {"tokens_saved", value(ramp.tokens_saved())},
            {"time_of_tokens_s", value(ramp.time_of_tokens().si())},
            {"time_of_steps_s", value(ramp.time_of_steps().si())}};
}

Json ramp_schema() {
    using namespace schema;
    const Json stage = object({{"sequences", number},
                               {"batch", number},
                               {"reason", text_or_null},
                               {"tokens", number},
                               {"steps", number},
                               {"wall_step_s", number_or_null},
                               {"time_s", number_or_null}});
    return object({{"reason", text_or_null},
                   {"stages", list_of(stage)},
                   {"tokens", number_or_null},
                   {"steps", number_or_null},
                   {"time_s", number_or_null},
                   {"cost_usd", number_or_null},
                   {"energy_j", number_or_null},
                   {"without", run_schema()},
                   {"tokens_saved", number_or_null},
                   {"time_of_tokens_s", number_or_null},
                   {"time_of_steps_s", number_or_null}});
}

} // namespace

Json batch_plane_json(const BatchPlane& plane) {
    Json laws = Json::array();
    for (const CriticalBatch::Law& law : plane.critical.laws)
        laws.push_back({{"source", law.source}, {"batch", finite_or_null(law.tokens)}});
    const auto known = [](double batch) { return batch > 0 ? finite_or_null(batch) : Json(nullptr); };
    Json out;
    out["critical_batch"] = {{"batch", known(plane.critical.tokens)},
                             {"given", plane.critical.is_given},
                             {"low", known(plane.critical.low)},
                             {"high", known(plane.critical.high)},
                             {"laws", laws}};
    out["counts"] = plane.counts_samples ? "samples" : "tokens";
    out["token_budget"] = plane.token_budget;
    out["least_tokens"] = finite_or_null(plane.least_tokens);
    out["drawn"] = {{"gpus", plane.drawn_gpus}, {"sequences", plane.drawn_batch}};
    out["points"] = Json::array();
    for (const BatchPoint& point : plane.points) out["points"].push_back(run_json(point));
    out["best"] = Json::array();
    for (const BatchBest& best : plane.best) {
        const auto batch = [&](size_t index) { return plane.batches[index]; };
        out["best"].push_back(
            {{"gpus", best.gpus},
             {"sequences", batch(best.fastest)},
             {"enough_sequences", batch(best.enough)},
             {"sequences_low", batch(best.fastest_low)},
             {"sequences_high", batch(best.fastest_high)},
             {"held_back", filled_or_null(best.held_back)},
             {"memory_holds", best.memory_holds},
             {"time_s", finite_or_null(plane.find(best.gpus, batch(best.fastest))->time.si())}});
    }
    out["fastest"] = plane.fastest() ? run_json(*plane.fastest()) : Json(nullptr);
    out["frontier"] = Json::array();
    for (const size_t i : plane.frontier) out["frontier"].push_back(run_json(plane.points[i]));
    out["ramp"] = plane.ramp ? ramp_json(*plane.ramp) : Json(nullptr);
    return out;
}

Json batch_plane_schema() {
    using namespace schema;
    const Json critical = object({{"batch", number_or_null},
                                  {"given", boolean},
                                  {"low", number_or_null},
                                  {"high", number_or_null},
                                  {"laws", list_of(object({{"source", text}, {"batch", number}}))}});
    const Json best = object({{"gpus", number},
                              {"sequences", number},
                              {"enough_sequences", number},
                              {"sequences_low", number},
                              {"sequences_high", number},
                              {"held_back", text_or_null},
                              {"memory_holds", boolean},
                              {"time_s", number}});
    return object({{"critical_batch", critical},
                   {"counts", text},
                   {"token_budget", number},
                   {"least_tokens", number},
                   {"drawn", object({{"gpus", number}, {"sequences", number}})},
                   {"points", list_of(run_schema())},
                   {"best", list_of(best)},
                   {"fastest", nullable(run_schema())},
                   {"frontier", list_of(run_schema())},
                   {"ramp", nullable(ramp_schema())}});
}

} // namespace roofrack
