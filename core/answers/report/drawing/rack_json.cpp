// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/drawing/rack_json.h"

#include "core/answers/report/parts/json_number.h"
#include "core/answers/report/parts/schema_parts.h"
#include "core/facility/facility.h"

namespace roofrack {

using Json = nlohmann::ordered_json;

Json rack_json(const RackLayout& rack, const RackState* state, std::string_view load) {
    Json devices = Json::array();
    for (const RackDevice& device : rack.devices) {
        const auto heat = [&](double share) {
            return device.power ? std::optional(*device.power * share) : std::nullopt;
        };
        devices.push_back({{"u", device.u},
                           {"height_u", device.height},
                           {"element", device.element},
                           {"copy", device.copy},
                           {"kind", name_of(device.kind)},
                           {"name", device.name},
                           {"part", device.part},
                           {"gpus", device.gpus},
                           {"power_w", finite_or_null(device.power)},
                           {"heat_to_air_w", finite_or_null(heat(1 - device.liquid_share))},
                           {"heat_to_liquid_w", finite_or_null(heat(device.liquid_share))},
                           {"fits", device.fits}});
    }
    const auto watts = [](const std::optional<Watts>& value) {
        return value ? finite_or_null(value->si()) : Json(nullptr);
    };
    return {{"id", rack.id},
            {"name", rack.name},
            {"count", rack.count},
            {"units", rack.units},
            {"used_u", rack.used},
            {"nameplate_w", rack.power_known ? Json(rack.power) : Json(nullptr)},
            {"load", state ? Json(load) : Json(nullptr)},
            {"power_w", state ? Json(state->power.si()) : Json(nullptr)},
            {"power_limit_w", state ? watts(state->limit) : Json(nullptr)},
            {"heat_w", state ? Json((state->heat_to_air + state->heat_to_liquid).si()) : Json(nullptr)},
            {"cooling_limit_w", state ? watts(state->cooling_limit) : Json(nullptr)},
            {"devices", std::move(devices)}};
}

Json rack_schema() {
    using namespace schema;
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
                   {"load", nullable(text)},
                   {"power_w", number_or_null},
                   {"power_limit_w", number_or_null},
                   {"heat_w", number_or_null},
                   {"cooling_limit_w", number_or_null},
                   {"devices", list_of(device)}});
}

} // namespace roofrack
