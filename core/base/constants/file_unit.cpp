// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/file_unit.h"

#include <algorithm>
#include <iterator>

namespace roofrack {

const FileUnit* file_unit(std::string_view name) {
    static constexpr FileUnit units[] = {
        {"", "", 1},
        {"s", "s", 1},
        {"us", "s", 1e-6},
        {"a", "a", 1},
        {"B", "B", 1},
        {"m", "m", 1},
        {"GB/s", "B/s", 1e9},
        {"W", "W", 1},
        {"W/B", "W/B", 1},
        {"K", "K", 1},
        {"°C", "°C", 1},
        {"1/K", "1/K", 1},
        {"K/W", "K/W", 1},
        {"$", "$", 1},
        {"$/kWh", "$/kWh", 1},
        {"$/kW a month", "$/kW a month", 1},
        {"$/W", "$/W", 1},
        {"$/m³", "$/m³", 1},
        {"kg/kWh", "kg/kWh", 1},
        {"1/kd", "1/kd", 1},
        {"CFM/kW", "CFM/kW", 1},
        {"CFM", "m³/s", 0.000471947},
        {"m/K", "m/K", 1},
        {"m³/kW", "m³/W", 1e-3},
        {"kg/kW", "kg/W", 1e-3},
        {"J", "J", 1},
        {"J/(kg·K)", "J/(kg·K)", 1},
    };
    const auto* const it = std::ranges::find(units, name, &FileUnit::name);
    return it == std::end(units) ? nullptr : it;
}

} // namespace roofrack
