// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/collectives/bus_bandwidths.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

nlohmann::ordered_json bus_bandwidths_json(const BusBandwidths& table);
nlohmann::ordered_json bus_bandwidths_schema();

} // namespace roofrack
