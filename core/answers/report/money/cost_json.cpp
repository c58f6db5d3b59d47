// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/money/cost_json.h"

#include "core/answers/report/money/ready_by_date_json.h"
#include "core/answers/report/money/side_by_side_json.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json money_study_json(const MoneyStudy& study) {
    return figures::json_of(figures::object_of(study));
}

nlohmann::ordered_json money_study_schema() {
    return schema::with_optional(
        figures::schema_of(figures::shape_of<MoneyStudy>()),
        {{"running_by", ready_by_date_schema()}, {"side_by_side", side_by_side_schema()}});
}

} // namespace roofrack
