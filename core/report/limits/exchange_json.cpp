// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/limits/exchange_json.h"

#include "core/report/parts/json_number.h"
#include "core/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json exchange_json(const GradientExchange& exchange) {
    Json points = Json::array();
    for (const ExchangePoint& point : exchange.points) {
        Json patterns = Json::array();
        for (size_t i = 0; i < exchange_pattern_count; ++i) {
            const ExchangeCost& cost = point.costs[i];
            patterns.push_back({{"pattern", name_of(static_cast<ExchangePattern>(i))},
                                {"time_s", finite_or_null(cost.seconds)},
                                {"busiest_bytes", cost.busiest},
                                {"messages", cost.messages}});
        }
        points.push_back({{"gpus", point.gpus},
                          {"ranks", point.ranks},
                          {"leaves", filled_or_null(point.block)},
                          {"over", filled_or_null(point.links)},
                          {"patterns", patterns}});
    }
    return {{"bytes", exchange.bytes.si()},
            {"of_plan", exchange.of_plan},
            {"drawn_gpus", exchange.drawn_gpus},
            {"computing_s", exchange.computing.si()},
            {"points", points}};
}

Json exchange_schema() {
    using namespace schema;
    const Json pattern = object(
        {{"pattern", text}, {"time_s", number_or_null}, {"busiest_bytes", number}, {"messages", number}});
    return object({{"bytes", number},
                   {"of_plan", boolean},
                   {"drawn_gpus", number},
                   {"computing_s", number},
                   {"points", list_of(object({{"gpus", number},
                                              {"ranks", number},
                                              {"leaves", text_or_null},
                                              {"over", text_or_null},
                                              {"patterns", list_of(pattern)}}))}});
}

} // namespace roofrack
