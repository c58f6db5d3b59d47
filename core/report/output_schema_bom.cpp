// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/schema_parts.h"

namespace roofrack::output_schemas {

Json bom_schema() {
    const Json row = object({{"group", text},
                             {"tier", integer_or_null},
                             {"part", text_or_null},
                             {"name", text},
                             {"count", number},
                             {"unit", text},
                             {"length_m", number_or_null},
                             {"power_w", number_or_null},
                             {"power_status", text},
                             {"power_source", text},
                             {"price_usd", number_or_null},
                             {"price_status", text},
                             {"note", text},
                             {"drawn", list_of(text)}});
    const Json link = object({{"id", text},
                              {"count", number},
                              {"rate", number_or_null},
                              {"shortest_m", number_or_null},
                              {"median_m", number_or_null},
                              {"longest_m", number_or_null},
                              {"sold", list_of(object({{"length_m", number}, {"count", number}}))}});
    Json totals;
    for (const char* const key : {"gpus", "servers", "switches", "optics", "cables", "cable_length_m",
                                  "it_power_w", "cooling_power_w", "price_usd"})
        totals[key] = number;
    for (const char* const key : {"unknown_power", "unknown_price"}) totals[key] = integer;
    return object({{"rows", list_of(row)}, {"links", list_of(link)}, {"totals", object(std::move(totals))}});
}

} // namespace roofrack::output_schemas
