// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/measured/trace_analysis_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/measured/analysis/idle_summary.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json trace_analysis_json(const TraceAnalysis& analysis, const TraceVerdict& verdict) {
    Json out{{"verdict", figures::json_of(figures::object_of(verdict))}};
    out["idle"] = figures::json_of(figures::object_of(idle_summary(analysis)));
    out.update(figures::json_of(figures::object_of(analysis)));
    return out;
}

Json trace_analysis_schema() {
    Json out = figures::schema_of(figures::shape_of<TraceAnalysis>());
    out["properties"]["verdict"] = figures::schema_of(figures::shape_of<TraceVerdict>());
    out["properties"]["idle"] = figures::schema_of(figures::shape_of<IdleSummary>());
    out["required"].push_back("verdict");
    out["required"].push_back("idle");
    return out;
}

} // namespace roofrack
