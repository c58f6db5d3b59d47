// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/slow_racks_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json slow_racks_json(const std::vector<SlowRack>& racks) {
    Json out = Json::array();
    for (const SlowRack& rack : racks) {
        Json moves = Json::array();
        for (const SlowRackMove& move : rack.moves) {
            const bool is_done = move.reason.empty();
            moves.push_back({{"kind", name_of(move.kind)},
                             {"what", move.what},
                             {"reason", move.reason},
                             {"step_s", is_done ? finite_or_null(move.step.si()) : Json(nullptr)},
                             {"gain", is_done ? finite_or_null(move.gain) : Json(nullptr)}});
        }
        out.push_back({{"id", rack.id},
                       {"name", rack.name},
                       {"why", rack.why},
                       {"count", rack.count},
                       {"gpus", rack.gpus},
                       {"moves", moves}});
    }
    return out;
}

Json slow_racks_schema() {
    using namespace schema;
    const Json move = object({{"kind", text},
                              {"what", text},
                              {"reason", text},
                              {"step_s", number_or_null},
                              {"gain", number_or_null}});
    return list_of(object({{"id", text},
                           {"name", text},
                           {"why", text},
                           {"count", number},
                           {"gpus", number},
                           {"moves", list_of(move)}}));
}

} // namespace roofrack
