// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/limits/collectives_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

nlohmann::ordered_json bus_bandwidths_json(const BusBandwidths& table) {
    return figures::json_of(figures::object_of(table));
}

nlohmann::ordered_json bus_bandwidths_schema() {
    return figures::schema_of(figures::shape_of<BusBandwidths>());
}

nlohmann::ordered_json exchange_json(const GradientExchange& exchange) {
    return figures::json_of(figures::object_of(exchange));
}

nlohmann::ordered_json exchange_schema() { return figures::schema_of(figures::shape_of<GradientExchange>()); }

} // namespace roofrack
