// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/bottlenecks.h"
#include "core/study/limits/bottleneck_years.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// What `bottlenecks` prints; `growth` is what the years were taken on by.
nlohmann::ordered_json bottlenecks_json(const std::vector<Bottleneck>& sizes,
                                        const std::vector<BottleneckYear>& years, const WallGrowth& growth);
nlohmann::ordered_json bottlenecks_schema();

} // namespace roofrack
