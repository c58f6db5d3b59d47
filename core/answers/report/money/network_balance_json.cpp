// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/money/network_balance_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

#include <nlohmann/json.hpp>

namespace roofrack {

nlohmann::ordered_json network_balance_json(const NetworkBalance& balance) {
    return figures::json_of(figures::object_of(balance));
}

nlohmann::ordered_json network_balance_schema() {
    return figures::schema_of(figures::shape_of<NetworkBalance>());
}

} // namespace roofrack
