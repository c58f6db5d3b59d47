// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facility/economics/capital.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `bom --json` prints; `cluster` is the one of the bill. SI units and dollars, unknown is null.
nlohmann::ordered_json bom_json(const BillOfMaterials& bill, const Cluster& cluster, const Capital& capital);
nlohmann::ordered_json bom_schema();

} // namespace roofrack
