// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/facility/slow_racks_json.h"

#include "core/figures/builder.h"
#include "core/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json slow_racks_json(const std::vector<SlowRack>& racks) {
    return figures::list_json(racks);
}

nlohmann::ordered_json slow_racks_schema() {
    return {{"type", "array"}, {"items", figures::schema_of(figures::shape_of<SlowRack>())}};
}

} // namespace roofrack
