// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/bottlenecks.h"

#include <nlohmann/json.hpp>

namespace roofrack {

/// What `bottlenecks` prints.
nlohmann::ordered_json bottlenecks_json(const std::vector<Bottleneck>& sizes);
nlohmann::ordered_json bottlenecks_schema();

} // namespace roofrack
