// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/mitigations_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/step/engine/figures/evaluation_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json mitigations_json(const Mitigations& mitigations) {
    return figures::json_of(figures::object_of(mitigations));
}

Json mitigations_schema() { return figures::schema_of(figures::shape_of<Mitigations>()); }

Json sensitivity_json(const Evaluation& evaluation, const std::vector<Sensitivity>& sensitivities) {
    return {{"step_time_s", finite_or_null(evaluation.step_time.si())},
            {"binds", evaluation.binds},
            {"after_that", evaluation.after_that},
            {"resources", figures::list_json(sensitivities)}};
}

Json sensitivity_schema() {
    using namespace schema;
    return object({{"step_time_s", number},
                   {"binds", text},
                   {"after_that", text},
                   {"resources", list_of(figures::schema_of(figures::shape_of<Sensitivity>()))}});
}

} // namespace roofrack
