// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/parts/plan_json.h"

#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json plan_json(const Plan& plan) {
    return {{"tp", plan.tp},
            {"pp", plan.pp},
            {"vpp", plan.vpp},
            {"cp", plan.cp},
            {"ep", plan.ep},
            {"dp", plan.dp},
            {"micro_batch", plan.micro_batch},
            {"zero", plan.zero},
            {"shard", plan.shard},
            {"sequence_parallel", plan.sequence_parallel},
            {"recompute", name_of(plan.recompute)},
            {"recompute_layers", plan.recompute_layers},
            {"recompute_share", plan.recompute_share},
            {"recompute_keeps", plan.recompute_keeps},
            {"precision", name_of(plan.precision)},
            {"schedule", name_of(plan.schedule)},
            {"software", plan.software}};
}

Json plan_schema() {
    using namespace schema;
    Json properties;
    for (const char* const key : {"tp", "pp", "vpp", "cp", "ep", "dp", "micro_batch", "zero", "shard"})
        properties[key] = integer;
    properties["sequence_parallel"] = boolean;
    properties["recompute"] = text;
    properties["recompute_layers"] = integer;
    properties["recompute_share"] = number;
    properties["recompute_keeps"] = number;
    properties["precision"] = text;
    properties["schedule"] = text;
    properties["software"] = text;
    return object(std::move(properties));
}

} // namespace roofrack
