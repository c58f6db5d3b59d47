// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/jobs_json.h"

#include "core/answers/report/parts/findings_json.h"
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

} // namespace roofrack
