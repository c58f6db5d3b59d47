// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/sharing_json.h"

#include "core/answers/report/parts/findings_json.h"
#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/sharing/shared_jobs_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json jobs_json(const SharedJobs& shared) {
    Json out = figures::json_of(figures::object_of(shared));
    out["findings"] = findings_json(shared.findings);
    return out;
}

Json jobs_schema() {
    using namespace schema;
    return with_required(figures::schema_of(figures::shape_of<SharedJobs>()),
                         object({{"findings", list_of(reference("finding"))}}));
}

using Json = nlohmann::ordered_json;

namespace {

Json given_or_null(double value) { return value > 0 ? finite_or_null(value) : Json(nullptr); }

} // namespace

Json input_json(const InputSupply& supply) {
    const InputNeeds& needs = supply.needs;
    return {{"gpus", supply.gpus},
            {"servers", supply.servers},
            {"samples", supply.samples},
            {"sample_bytes", supply.sample.si()},
            {"step_bytes", supply.step.si()},
            {"busy_s", finite_or_null(supply.busy.si())},
            {"needed_bytes_per_s", finite_or_null(supply.needed.si())},
            {"storage_bytes_per_s", given_or_null(supply.storage.si())},
            {"links_bytes_per_s", given_or_null(supply.links.si())},
            {"reached_bytes_per_s", given_or_null(supply.reached.si())},
            {"read_s", given_or_null(needs.read)},
            {"server_needs_samples_per_s", finite_or_null(supply.server_needed)},
            {"server_samples_per_s", given_or_null(supply.server_rate)},
            {"prepare_s", given_or_null(needs.prepare)},
            {"cores_needed", given_or_null(supply.cores_needed)},
            {"cores", finite_or_null(supply.cores)},
            {"checkpoint_write_s", given_or_null(supply.checkpoint_write.si())},
            {"checkpoint_interval_s", given_or_null(supply.checkpoint_interval.si())},
            {"left_while_writing", needs.left},
            {"writing_share", needs.writing},
            {"wait_s", finite_or_null(supply.wait.si())},
            {"wait_share", finite_or_null(supply.share)},
            {"limit", name_of(supply.limit)}};
}

Json input_schema() {
    using namespace schema;
    using Limit = InputLimit;
    Json properties;
    for (const char* key :
         {"gpus", "servers", "samples", "sample_bytes", "step_bytes", "left_while_writing", "writing_share"})
        properties[key] = number;
    for (const char* key :
         {"busy_s", "needed_bytes_per_s", "storage_bytes_per_s", "links_bytes_per_s", "reached_bytes_per_s",
          "read_s", "server_needs_samples_per_s", "server_samples_per_s", "prepare_s", "cores_needed",
          "cores", "checkpoint_write_s", "checkpoint_interval_s", "wait_s", "wait_share"})
        properties[key] = number_or_null;
    properties["limit"] =
        enumeration({Limit::nothing, Limit::storage, Limit::links, Limit::checkpoint, Limit::loaders});
    return object(std::move(properties));
}

} // namespace roofrack
