// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/cable_sums.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `cables --json` prints: sums by part and length of all cables, and the first `most` of them one by
/// one. Rates in bytes/s of one direction, unknown is null.
nlohmann::ordered_json cables_json(const CableList& list, int64_t most);
nlohmann::ordered_json cables_schema();

} // namespace roofrack
