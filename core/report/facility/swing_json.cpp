// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/swing_json.h"

#include "core/figures/builder.h"
#include "core/figures/shape_json.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json swing_json(const SwingStudy& swing) { return figures::json_of(figures::object_of(swing)); }
Json swing_schema() { return figures::schema_of(figures::shape_of<SwingStudy>()); }

Json phases_json(const std::vector<UnitPhases>& units) {
    Json out = Json::array();
    for (const UnitPhases& each : units) out.push_back(figures::json_of(figures::object_of(each)));
    return out;
}
Json phases_schema() { return schema::list_of(figures::schema_of(figures::shape_of<UnitPhases>())); }

} // namespace roofrack
