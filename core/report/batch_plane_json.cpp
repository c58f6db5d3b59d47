// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/batch_plane_json.h"

#include "core/figures/builder.h"
#include "core/figures/shape_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

namespace {

Json run_json(const BatchPoint& point) { return figures::json_of(figures::object_of(point)); }
Json run_schema() { return figures::schema_of(figures::shape_of<BatchPoint>()); }

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
    out["ramp"] = plane.ramp ? figures::json_of(figures::object_of(*plane.ramp)) : Json(nullptr);
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
                   {"ramp", nullable(figures::schema_of(figures::shape_of<BatchRamp>()))}});
}

} // namespace roofrack
