// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/facility/economics/price_list.h"

namespace roofrack {

/// Low, likely and high as the commands print them; and the schema of it. For .cpp files only.
inline nlohmann::ordered_json band_json(const PriceBand& band) {
    return {{"low", finite_or_null(band.low)},
            {"likely", finite_or_null(band.likely)},
            {"high", finite_or_null(band.high)}};
}
inline nlohmann::ordered_json price_band_schema() {
    using namespace schema;
    return object({{"low", number_or_null}, {"likely", number_or_null}, {"high", number_or_null}});
}

} // namespace roofrack
