// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/limits/matrix_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json limits_json(const std::vector<LimitRow>& rows) {
    return {{"scenarios", figures::list_json(rows)}};
}

nlohmann::ordered_json limits_schema() {
    using namespace schema;
    return object({{"scenarios", list_of(figures::schema_of(figures::shape_of<LimitRow>()))}});
}

} // namespace roofrack
