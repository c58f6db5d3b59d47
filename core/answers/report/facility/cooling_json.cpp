// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/facility/cooling_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

nlohmann::ordered_json cooling_json(const CoolingReport& report) {
    return figures::json_of(figures::object_of(report));
}

nlohmann::ordered_json cooling_schema() { return figures::schema_of(figures::shape_of<CoolingReport>()); }

} // namespace roofrack
