// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/schema_parts.h"

namespace roofrack::output_schemas {

Json split_schema() {
    const Json piece = object({{"from", text}, {"id", text}, {"count", integer}, {"left", integer}});
    return object({{"id", text}, {"pieces", list_of(piece)}});
}

Json rack_schema() {
    const Json device = object({{"u", integer},
                                {"height_u", integer},
                                {"element", text},
                                {"copy", integer},
                                {"kind", text},
                                {"name", text},
                                {"part", text},
                                {"gpus", integer},
                                {"power_w", number_or_null},
                                {"heat_to_air_w", number_or_null},
                                {"heat_to_liquid_w", number_or_null},
                                {"fits", boolean}});
    return object({{"id", text},
                   {"name", text},
                   {"count", integer},
                   {"units", integer},
                   {"used_u", number},
                   {"nameplate_w", number_or_null},
                   {"power_w", number_or_null},
                   {"power_limit_w", number_or_null},
                   {"heat_w", number_or_null},
                   {"cooling_limit_w", number_or_null},
                   {"devices", list_of(device)}});
}

Json merge_schema() {
    return object(
        {{"groups", list_of(object({{"id", text}, {"count", integer}, {"merged", list_of(text)}}))}});
}

} // namespace roofrack::output_schemas
