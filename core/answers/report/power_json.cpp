// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/power_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/facility/facility_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

void describe(figures::Builder<PowerReport>& f) {
    using namespace figures;
    using R = PowerReport;
    for (const Row& row : shape_of<FacilityStudy>().rows) {
        if (row.key == "flows") f.object("swing", &R::swing, "swing", "of the power within a step");
        if (row.key == "failures")
            f.object(
                "cooling", [](const R& r) -> const auto& { return r.study.cooling; }, "cooling",
                "flows, temperatures and stops");
        f.same(row.key, &R::study, row.key);
    }
    f.list("slow_racks", &R::slow, "slow racks", "that all wait for, and what can be done about each");
}

Json power_json(const PowerReport& all, bool with_caps) {
    Json out = figures::json_of(figures::object_of(all));
    if (with_caps) out["caps"] = figures::json_of(figures::object_of(all.caps));
    return out;
}

Json standing_power_json(const FacilityStudy& study, bool with_caps) {
    PowerReport all;
    all.study = study;
    Json out = power_json(all);
    out["swing"] = nullptr;
    if (with_caps) out["caps"] = nullptr;
    return out;
}

Json power_schema() {
    return schema::with_optional(figures::schema_of(figures::shape_of<PowerReport>()),
                                 {{"caps", figures::schema_of(figures::shape_of<PowerCaps>())}});
}

} // namespace roofrack
