// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/facility/room_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/room/room_figures.h"

namespace roofrack {

nlohmann::ordered_json room_json(const RoomStudy& study) {
    return figures::json_of(figures::object_of(study));
}

nlohmann::ordered_json room_schema() {
    nlohmann::ordered_json out = figures::schema_of(figures::shape_of<RoomStudy>());
    out["properties"]["binding"] = schema::number_or_null; // its readers were told of a number
    return out;
}

} // namespace roofrack
