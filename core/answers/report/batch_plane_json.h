// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/batch_plane.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `batch --json` prints: the critical batch by each law, the runs to one loss over GPU counts and
/// global batches, the best batch of each count, the frontier of days against GPU-hours, and the ramp.
nlohmann::ordered_json batch_plane_json(const BatchPlane& plane);
nlohmann::ordered_json batch_plane_schema();

} // namespace roofrack
