// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/parts/prices_json.h"

#include "core/answers/report/parts/price_band_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

using Json = nlohmann::ordered_json;

Json prices_json(const std::vector<PriceLine>& lines) {
    Json out = Json::array();
    for (const PriceLine& line : lines) {
        const bool known = line.basis != PriceBasis::none;
        out.push_back({{"item", line.item},
                       {"kind", line.kind},
                       {"name", line.name},
                       {"price", known ? band_json(line.price) : Json()},
                       {"currency", line.currency},
                       {"usd_each", line.usd_each},
                       {"date", line.date},
                       {"status", name_of(known ? line.status : Status::unknown)},
                       {"basis", name_of(line.basis)},
                       {"source", line.source}});
    }
    return out;
}

Json prices_schema() {
    using namespace schema;
    return list_of(object({{"item", text},
                           {"kind", text},
                           {"name", text},
                           {"price", {{"anyOf", Json::array({price_band_schema(), {{"type", "null"}}})}}},
                           {"currency", text},
                           {"usd_each", number},
                           {"date", text},
                           {"status", text},
                           {"basis", text},
                           {"source", text}}));
}

} // namespace roofrack
