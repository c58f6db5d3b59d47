// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/limits/wall_json.h"

#include "core/answers/report/parts/schema_parts.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"
#include "core/study/limits/wall_figures.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json wall_json(const MemoryWall& wall, const WallPosition* standing) {
    Json out = figures::json_of(figures::object_of(wall));
    out["drawn"] = standing ? figures::json_of(figures::object_of(*standing)) : Json(nullptr);
    return out;
}

Json wall_schema() {
    using namespace schema;
    return with_required(
        figures::schema_of(figures::shape_of<MemoryWall>()),
        object({{"drawn", nullable(figures::schema_of(figures::shape_of<WallPosition>()))}}));
}

} // namespace roofrack
