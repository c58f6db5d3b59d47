// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/gains_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json gains_json(const std::vector<Gain>& gains) {
    Json out = Json::array();
    for (const Gain& gain : gains)
        out.push_back({{"resource", name_of(gain.resource.kind)},
                       {"level", gain.resource.kind == ResourceKind::fabric ? Json(gain.resource.level)
                                                                            : Json(nullptr)},
                       {"label", gain.label},
                       {"where", gain.where},
                       {"part", name_of(gain.part)},
                       {"tenth", finite_or_null(gain.tenth)},
                       {"twice", finite_or_null(gain.twice)}});
    return out;
}

Json gain_schema() {
    using namespace schema;
    return object({{"resource", text},
                   {"level", integer_or_null},
                   {"label", text},
                   {"where", list_of(text)},
                   {"part", text},
                   {"tenth", number_or_null},
                   {"twice", number_or_null}});
}

} // namespace roofrack
