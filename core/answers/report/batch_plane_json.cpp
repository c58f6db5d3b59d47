// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/batch_plane_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json batch_plane_json(const BatchPlane& plane) {
    return figures::json_of(figures::object_of(plane));
}

nlohmann::ordered_json batch_plane_schema() { return figures::schema_of(figures::shape_of<BatchPlane>()); }

} // namespace roofrack
