// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/limits/exchange_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

nlohmann::ordered_json exchange_json(const GradientExchange& exchange) {
    return figures::json_of(figures::object_of(exchange));
}

nlohmann::ordered_json exchange_schema() { return figures::schema_of(figures::shape_of<GradientExchange>()); }

} // namespace roofrack
