// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/jobs_json.h"

#include "core/report/parts/findings_json.h"
#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json jobs_json(const SharedJobs& shared) {
    Json jobs = Json::array();
    for (const JobShare& job : shared.jobs) {
        Json levels = Json::array();
        for (const JobLevel& level : job.levels)
            levels.push_back({{"level", level.level},
                              {"duty", level.duty},
                              {"sends_bytes_per_s", level.sends.si()},
                              {"alone_bytes_per_s", level.alone.si()},
                              {"shared_bytes_per_s", level.shared.si()}});
        const auto step = [](Seconds s) { return s.si() > 0 ? finite_or_null(s.si()) : Json(nullptr); };
        jobs.push_back({{"name", job.name},
                        {"gpus", job.gpus},
                        {"reason", job.reason},
                        {"step_alone_s", step(job.alone)},
                        {"step_shared_s", step(job.shared)},
                        {"loss", job.loss},
                        {"levels", std::move(levels)}});
    }
    return {{"placement", name_of(shared.placement)},
            {"gpus", shared.drawn},
            {"settled", shared.settled},
            {"jobs", std::move(jobs)},
            {"findings", findings_json(shared.findings)}};
}

Json jobs_schema() {
    using namespace schema;
    const Json level = object({{"level", text},
                               {"duty", number},
                               {"sends_bytes_per_s", number},
                               {"alone_bytes_per_s", number},
                               {"shared_bytes_per_s", number}});
    const Json job = object({{"name", text},
                             {"gpus", number},
                             {"reason", text},
                             {"step_alone_s", number_or_null},
                             {"step_shared_s", number_or_null},
                             {"loss", number},
                             {"levels", list_of(level)}});
    return object({{"placement", enumeration({JobPlacement::packed, JobPlacement::scattered})},
                   {"gpus", number},
                   {"settled", boolean},
                   {"jobs", list_of(job)},
                   {"findings", list_of(reference("finding"))}});
}

} // namespace roofrack
