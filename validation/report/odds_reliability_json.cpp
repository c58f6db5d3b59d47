// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/report/odds_reliability_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json odds_reliability_json(const OddsReliability& reliability) {
    Json bins = Json::array();
    for (const ReliabilityBin& bin : reliability.bins)
        bins.push_back({{"from", bin.from},
                        {"to", bin.to},
                        {"pairs", bin.pairs},
                        {"foretold", finite_or_null(bin.foretold)},
                        {"happened", finite_or_null(bin.happened)},
                        {"happened_by_series", finite_or_null(bin.happened_by_series)}});
    return {{"pairs", reliability.pairs},
            {"series", reliability.series},
            {"bins", bins},
            {"correlation",
             {{"within_series", reliability.within_series},
              {"between_series", reliability.between_series},
              {"between_stacks", reliability.between_stacks}}}};
}

Json odds_reliability_schema() {
    using namespace schema;
    const Json bin = object({{"from", number},
                             {"to", number},
                             {"pairs", integer},
                             {"foretold", number_or_null},
                             {"happened", number_or_null},
                             {"happened_by_series", number_or_null}});
    return object(
        {{"pairs", integer},
         {"series", integer},
         {"bins", list_of(bin)},
         {"correlation",
          object({{"within_series", number}, {"between_series", number}, {"between_stacks", number}})}});
}

} // namespace roofrack
